import { StateNames } from './state-key.ts'
import type { World } from './world.ts'

/** A state of a walk, and how it was first reached. */
export interface StateNode {
  world: World
  /** The state before it, or −1. */
  parent: number
  step: string
  depth: number
  /** Its number among the states of an earlier walk, or −1. */
  inGround: number
}

/** The states of an earlier walk, under the names they had there. */
export interface KnownStates {
  names: StateNames
  known: ReadonlyMap<string, number>
  states: readonly { world: World }[]
}

/** Where a step led; `isNew` when nothing led there before. */
export interface Arrival {
  at: number
  isNew: boolean
  inGround: number
}

/** The states of a walk in the order in which they were first reached, and the steps between them. */
export class StateGraph {
  readonly #nodes: StateNode[] = []
  readonly #names: StateNames
  readonly #known = new Map<string, number>()
  /** The states from which a step led to each. */
  readonly #before: number[][] = []
  readonly #ground: KnownStates | null
  /** Own number of a state of the ground, or −1. */
  readonly #ofGround: Int32Array

  constructor(ground: KnownStates | null) {
    this.#ground = ground
    this.#names = ground?.names ?? new StateNames()
    this.#ofGround = new Int32Array(ground?.states.length ?? 0).fill(-1)
  }

  get size(): number {
    return this.#nodes.length
  }

  /** Steps to the farthest state: the walk is breadth first. */
  get depth(): number {
    return this.#nodes.at(-1)?.depth ?? 0
  }

  /** The state with a number that `reach` or `arrive` gave. */
  node(at: number): StateNode {
    const node = this.#nodes[at]
    if (node === undefined) throw new Error(`no state ${at} in the walk`)
    return node
  }

  /** The state that a step from `parent` led to. */
  reach(world: World, parent: number, step: string): Arrival {
    const name = this.#names.nameOf(world)
    const inGround = this.#ground?.known.get(name)
    if (inGround !== undefined) return this.arrive(inGround, parent, step)
    const known = this.#known.get(name)
    if (known !== undefined) return this.#meet(known, parent)
    const arrival = this.#add({ world, inGround: -1 }, parent, step)
    this.#known.set(name, arrival.at)
    return arrival
  }

  /** The same for a step that leads to a state of the ground. */
  arrive(inGround: number, parent: number, step: string): Arrival {
    const known = this.#ofGround[inGround] ?? -1
    if (known >= 0) return this.#meet(known, parent)
    const state = this.#ground?.states[inGround]
    if (state === undefined) throw new Error(`no state ${inGround} in the ground`)
    const arrival = this.#add({ world: state.world, inGround }, parent, step)
    this.#ofGround[inGround] = arrival.at
    return arrival
  }

  /** The states on the way to one, from the beginning; none for −1. */
  wayTo(at: number): StateNode[] {
    const way: StateNode[] = []
    for (let node = this.#nodes[at]; node !== undefined; node = this.#nodes[node.parent]) way.push(node)
    return way.toReversed()
  }

  /** The first state from which no way leads to an end, or −1. */
  deadEnd(isEnd: (world: World) => boolean): number {
    const canEnd = new Uint8Array(this.#nodes.length)
    const queue = this.#nodes.flatMap(({ world }, at) => (isEnd(world) ? [at] : []))
    for (const at of queue) canEnd[at] = 1
    for (let at = queue.pop(); at !== undefined; at = queue.pop())
      for (const before of this.#before[at] ?? [])
        if (canEnd[before] === 0) {
          canEnd[before] = 1
          queue.push(before)
        }
    return canEnd.indexOf(0)
  }

  /** The states for a later walk to start from. */
  kept(): KnownStates {
    return { names: this.#names, known: this.#known, states: this.#nodes }
  }

  #meet(known: number, parent: number): Arrival {
    this.#before[known]?.push(parent)
    return { at: known, isNew: false, inGround: -1 }
  }

  #add(state: Pick<StateNode, 'world' | 'inGround'>, parent: number, step: string): Arrival {
    const at = this.#nodes.length
    this.#before.push(parent < 0 ? [] : [parent])
    this.#nodes.push({
      ...state,
      parent,
      step,
      depth: parent < 0 ? 0 : (this.#nodes[parent]?.depth ?? 0) + 1,
    })
    return { at, isNew: true, inGround: state.inGround }
  }
}
