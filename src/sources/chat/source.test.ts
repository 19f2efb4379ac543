import { fileURLToPath } from 'node:url';
import { itKeepsTheSourceContract } from '../../testing/source-contract.ts';
import { chatSource } from './source.ts';

itKeepsTheSourceContract(chatSource, fileURLToPath(new URL('./samples', import.meta.url)));
