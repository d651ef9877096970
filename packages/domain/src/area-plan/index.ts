export { spotOnPlan, type PlanArea } from './spot-on-plan.ts'
