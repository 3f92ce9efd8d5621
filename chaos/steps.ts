/**
 * A journey as a row of steps, each of which may be the one at which something breaks: a call of a service on its way there
 * and back, or a write of what a browser keeps.
 */
export type Step = { of: 'call' | 'write'; name: string }
/** Of a step: it has not begun; it is under way; it is done, and nobody has heard of it. */
export type Moment = 'before' | 'during' | 'after'
/** A call that is lost on its way: the services and the frame live on. */
export const kinds = ['api', 'custody', 'database', 'connection', 'frame'] as const
/** What breaks: a service or the database dies, one call is lost on its way, or the frame is thrown away. */
export type Kind = (typeof kinds)[number]

/** Moments of a step at which something of this kind can break. */
export const momentsOf = (step: Step, kind: Kind): readonly Moment[] => {
  if (step.of === 'call') return ['before', 'during', 'after']
  return kind === 'connection' ? [] : ['before', 'after']
}

/** What is thrown inside a frame that is no more. */
export class FrameGone extends Error {
  override readonly name = 'FrameGone'
}

/** The life of one frame. */
export type Life = {
  isOver(): boolean
  end(): void
  /** Rejects with FrameGone once it is over. */
  ended: Promise<never>
}

export const createLife = (): Life => {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  // Nobody may be waiting for it.
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
  /** Resolves when whoever dies is dead; all who are struck by one death arrive at it first. */
  death(): { arrived: Promise<void>; done: Promise<void> }
}

export type Steps = {
  /** What was done since `begin`. */
  seen: readonly Step[]
  hasStruck(): boolean
  /** Count from here. */
  begin(): void
  /** Count no more. */
  end(): void
  around<result>(step: Step, life: Life, work: () => Promise<result>): Promise<result>
}

const lost = (): TypeError => new TypeError('The connection was lost')

export function createSteps(strike: Strike | null): Steps {
  const seen: Step[] = []
  let isCounting = false
  let hasStruck = false

  /** Who is thrown out of the frame, or hears nothing of a call. */
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
        // Whoever died cannot have sent its answer.
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
      // Where those who race come to their steps in another order, the next that can be struck so.
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

/** What is done is done; a frame that is over does not hear of it. */
async function outlive<result>(life: Life, work: () => Promise<result>): Promise<result> {
  const result = await work()
  if (life.isOver()) throw new FrameGone()
  return result
}
