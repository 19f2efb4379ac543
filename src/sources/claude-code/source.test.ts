import { fileURLToPath } from 'node:url';
import { itKeepsTheSourceContract } from '../../testing/source-contract.ts';
import { claudeCodeSource } from './source.ts';

itKeepsTheSourceContract(claudeCodeSource, fileURLToPath(new URL('./samples', import.meta.url)));
