/**
 * A journey as a sequence of steps, at each of which something may break: a call of a service on its way there and back, or a write to a
 * browser's storage.
 */
export type Step = { of: 'call' | 'write'; name: string }
/** Of a step: it has not started; it is in progress; it is done, and the response is not yet received. */
export type Moment = 'before' | 'during' | 'after'
/** A call that is lost on its way: the services and the frame keep running. */
export const kinds = ['api', 'custody', 'database', 'connection', 'frame'] as const
/** What breaks: a service or the database crashes, one call is lost on its way, or the frame is discarded. */
export type Kind = (typeof kinds)[number]

/** Returns the moments of a step at which something of this kind can break. */
export const momentsOf = (step: Step, kind: Kind): readonly Moment[] => {
  if (step.of === 'call') return ['before', 'during', 'after']
  return kind === 'connection' ? [] : ['before', 'after']
}

/** Thrown inside a discarded frame. */
export class FrameGone extends Error {
  override readonly name = 'FrameGone'
}

/** The lifetime of one frame. */
export type Life = {
  isOver(): boolean
  end(): void
  /** Rejects with FrameGone at its end. */
  ended: Promise<never>
}

export const createLife = (): Life => {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  // It may have no awaiter.
  ended.catch(() => undefined)
  let over = false
  return {
    ended,
    isOver: () => over,
    end() {
      over = true
      reject(new FrameGone())
    },
  }
}

/** The one failure of a journey, at its step of this number. */
export type Strike = {
  at: number
  moment: Moment
  kind: Kind
  /** Resolves when the target has crashed; all users of one fault arrive at it first. */
  death(): { arrived: Promise<void>; done: Promise<void> }
}

export type Steps = {
  /** The steps since `begin`. */
  seen: readonly Step[]
  hasStruck(): boolean
  /** Starts counting. */
  begin(): void
  /** Stops counting. */
  end(): void
  around<result>(step: Step, life: Life, work: () => Promise<result>): Promise<result>
}

const lost = (): TypeError => new TypeError('The connection was lost')

export function createSteps(strike: Strike | null): Steps {
  const seen: Step[] = []
  let isCounting = false
  let hasStruck = false

  /** Breaks off a call: the frame is discarded, or the response is lost. */
  const breakOff = (kind: 'connection' | 'frame', life: Life): never => {
    if (kind === 'connection') throw lost()
    life.end()
    throw new FrameGone()
  }

  const disturb = async <result>(
    { moment, kind, death }: Strike,
    { name }: Step,
    life: Life,
    work: () => Promise<result>,
  ): Promise<result> => {
    const isOfParty = kind === 'connection' || kind === 'frame'
    switch (moment) {
      case 'before': {
        if (isOfParty) return breakOff(kind, life)
        await death().done
        return await work()
      }
      case 'during': {
        if (isOfParty) {
          void work().catch(() => undefined)
          return breakOff(kind, life)
        }
        const { arrived, done } = death()
        await arrived
        const sent = work()
        sent.catch(() => undefined)
        await done
        return await sent
      }
      case 'after': {
        const result = await work()
        if (isOfParty) return breakOff(kind, life)
        await death().done
        // A crashed service cannot have sent its response.
        if (name.startsWith(kind)) throw lost()
        return result
      }
    }
  }

  return {
    seen,
    hasStruck: () => hasStruck,
    begin() {
      isCounting = true
    },
    end() {
      isCounting = false
    },
    async around(step, life, work) {
      if (life.isOver()) throw new FrameGone()
      if (!isCounting) return await outlive(life, work)
      // If racing users reach their steps in another order, the next step of that kind counts.
      const isHere =
        strike !== null &&
        !hasStruck &&
        seen.length >= strike.at &&
        momentsOf(step, strike.kind).includes(strike.moment)
      seen.push(step)
      if (!isHere) return await outlive(life, work)
      hasStruck = true
      return await outlive(life, () => disturb(strike, step, life, work))
    },
  }
}

/** Completed work stays done; a discarded frame does not get the result. */
async function outlive<result>(life: Life, work: () => Promise<result>): Promise<result> {
  const result = await work()
  if (life.isOver()) throw new FrameGone()
  return result
}
