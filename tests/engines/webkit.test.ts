import { runScenarios } from './runScenarios.ts';

runScenarios('webkit');
