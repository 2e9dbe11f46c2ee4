import { runScenarios } from './runScenarios.ts';

runScenarios('chromium');
