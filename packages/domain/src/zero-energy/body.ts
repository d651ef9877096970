import type { EnergyGraph } from '../isolation/index.ts'
import type { ClosureFact, GasTestFact, ProofFact } from '../work-ticket/index.ts'

/** A row of a chain that something in the certificate rests on. */
export interface ChainEvidence {
  readonly rowId: string
  readonly seq: number
  readonly hash: string
}

/** A step of the isolation as the ticket's own chain has it. */
export interface StepEvidence extends ChainEvidence {
  readonly transId: string
  readonly actorId: string
  readonly at: number
}

/** Everything that proves one point free of energy at the start. */
export interface PointEvidence {
  readonly pointId: string
  readonly pointCode: string
  readonly kind: 'isolate' | 'residual'
  /** `SOFT` isolates nothing (S1). */
  readonly pointType: string
  readonly mandatory: boolean
  readonly state: number
  readonly isolatorId: string | null
  readonly tagHung: boolean
  readonly residualDone: 0 | 1 | 9
  readonly verifyMethods: readonly string[]
  readonly verifyLimit: string
  readonly closure:
    | (ClosureFact & { readonly event: (ChainEvidence & { readonly at: number }) | null })
    | null
  readonly proof: ProofFact | null
  /** Newest T21, T22, T23 and T24 of this point, in the order of the chain. */
  readonly steps: readonly StepEvidence[]
}

export interface PersonEvidence {
  readonly userId: string
  readonly name: string
  readonly roleTags: readonly string[]
  readonly briefed: boolean
  readonly personalLockOn: boolean
}

/** The zero-energy certificate of one start (M1): what was true of every point when the work began. Times in epoch ms. */
export interface ZeroEnergyBody {
  readonly format: 'suoan-zero-energy/1'
  readonly tenantId: number
  readonly workId: string
  readonly workNo: string
  readonly transId: string
  readonly at: number
  /** The newest row of the ticket's chain before the start itself. */
  readonly before: { readonly seq: number; readonly hash: string }
  readonly needIsolation: boolean
  readonly noIsoReason: string
  readonly points: readonly PointEvidence[]
  readonly energy: EnergyGraph | null
  readonly zoneIds: readonly string[]
  readonly isolationStatement: string
  readonly gas: {
    readonly required: boolean
    readonly maxAgeMin: number
    readonly needed: readonly { readonly gasCode: string; readonly position: string }[]
    readonly tests: readonly GasTestFact[]
  }
  readonly briefRequired: boolean
  readonly personalLockRequired: boolean
  readonly people: readonly PersonEvidence[]
  /** Every guard of the start with its answer. */
  readonly guards: readonly { readonly id: string; readonly pass: boolean }[]
}

/** A rule of the certificate that does not hold. */
export interface ZeroEnergyGap {
  readonly rule: string
  readonly text: string
}
