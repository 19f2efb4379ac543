// The contracts as tests of Vitest, to run over units of your own.
export { itKeepsTheSourceContract } from '../testing/source-contract.ts';
