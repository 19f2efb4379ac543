import { fileURLToPath } from 'node:url';
import { itKeepsTheSourceContract } from '../../testing/source-contract.ts';
import { otlpSource } from './source.ts';

itKeepsTheSourceContract(otlpSource, fileURLToPath(new URL('./samples', import.meta.url)));
