import { expect, test } from 'vitest'
import { createLife, createSteps, FrameGone, type Kind, type Moment, type Step } from './steps.ts'

const call: Step = { of: 'call', name: 'api wallet' }

/** Strikes one call, and returns its outcome. */
const strike = async (kind: Kind, moment: Moment, step = call) => {
  const happened: string[] = []
  const done = Promise.withResolvers<void>()
  const steps = createSteps({
    at: 0,
    moment,
    kind,
    death() {
      happened.push('death')
      done.resolve()
      return { arrived: Promise.resolve(), done: done.promise }
    },
  })
  const life = createLife()
  steps.begin()
  const work = async () => {
    happened.push('work')
    return 'answer'
  }
  const outcome = await steps.around(step, life, work).catch((error: Error) => error.name)
  return { happened, outcome, isFrameGone: life.isOver() }
}

test.each<[Kind, Moment, string[], string]>([
  ['api', 'before', ['death', 'work'], 'answer'],
  ['api', 'during', ['death', 'work'], 'answer'],
  ['api', 'after', ['work', 'death'], 'TypeError'],
  ['custody', 'after', ['work', 'death'], 'answer'],
  ['database', 'after', ['work', 'death'], 'answer'],
  ['connection', 'before', [], 'TypeError'],
  ['connection', 'during', ['work'], 'TypeError'],
  ['connection', 'after', ['work'], 'TypeError'],
  ['frame', 'before', [], 'FrameGone'],
  ['frame', 'during', ['work'], 'FrameGone'],
  ['frame', 'after', ['work'], 'FrameGone'],
])('%s %s a call of the api', async (kind, moment, happened, outcome) => {
  expect(await strike(kind, moment)).toEqual({ happened, outcome, isFrameGone: kind === 'frame' })
})

test('only the one step is struck, and none before the journey begins', async () => {
  const steps = createSteps({ at: 1, moment: 'before', kind: 'connection', death: () => expect.fail('nobody dies') })
  const life = createLife()
  const go = () => steps.around(call, life, async () => 'answer')
  expect([await go(), await go()]).toEqual(['answer', 'answer'])
  steps.begin()
  expect(await go()).toBe('answer')
  await expect(go()).rejects.toThrow('lost')
  expect(await go()).toBe('answer')
  expect(steps.seen).toHaveLength(3)
})

test('a step that cannot be struck so leaves it to the next that can', async () => {
  const steps = createSteps({ at: 0, moment: 'before', kind: 'connection', death: () => expect.fail('nobody dies') })
  const life = createLife()
  steps.begin()
  expect(await steps.around({ of: 'write', name: 'vault storage' }, life, async () => 'kept')).toBe('kept')
  await expect(steps.around(call, life, async () => 'answer')).rejects.toThrow('lost')
})

test('a frame that is gone does nothing more, and does not hear of what it has begun', async () => {
  const steps = createSteps(null)
  const life = createLife()
  const { promise, resolve } = Promise.withResolvers<string>()
  const begun = steps.around(call, life, () => promise)
  life.end()
  resolve('answer')
  await expect(begun).rejects.toThrow(FrameGone)
  await expect(steps.around(call, life, () => expect.fail('not done'))).rejects.toThrow(FrameGone)
})
