import { fileURLToPath } from 'node:url';
import { itKeepsTheSourceContract } from '../../testing/source-contract.ts';
import { agentsCliSource } from './source.ts';

itKeepsTheSourceContract(agentsCliSource, fileURLToPath(new URL('./samples', import.meta.url)));
