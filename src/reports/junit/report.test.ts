import { itKeepsTheReportContract } from '../../testing/report-contract.ts';
import { report } from './report.ts';

itKeepsTheReportContract(report);
