import { runScenarios } from './runScenarios.ts';

runScenarios('firefox');
