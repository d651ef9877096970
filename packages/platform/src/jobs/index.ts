export { checkJob, exampleOf, parametersOf, timesOf, unknownParameters } from './check-job.ts'
export {
  createJobs,
  MIN_INTERVAL_SECONDS,
  type AnyJob,
  type Job,
  type JobCall,
  type Jobs,
} from './registry.ts'
export { createJobRunner, jobRunnerOf, startJobs, type JobRunner } from './run-jobs.ts'
export { addDeclaredJobs } from './schedule.ts'
