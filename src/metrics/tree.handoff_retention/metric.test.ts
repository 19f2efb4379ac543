import { fileURLToPath } from 'node:url';
import { itKeepsTheMetricContract } from '../../testing/metric-contract.ts';
import { metric } from './metric.ts';

itKeepsTheMetricContract(metric, fileURLToPath(new URL('./cases', import.meta.url)));
