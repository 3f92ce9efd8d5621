import { expect, test } from 'vitest'
import { shareWait } from './shareWait.ts'

const open = () => {
  const waits: { signal: AbortSignal; resolve: (value: string) => void; reject: (error: Error) => void }[] = []
  const wait = shareWait<string>((signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    waits.push({ signal, resolve, reject })
    return promise
  })
  return { wait, waits }
}
const forever = new AbortController().signal

test('all who wait get the one answer, and who comes after it waits anew', async () => {
  const { wait, waits } = open()
  const both = [wait(forever), wait(forever)]
  expect(waits).toHaveLength(1)
  waits[0]?.resolve('first')
  expect(await Promise.all(both)).toEqual(['first', 'first'])
  const later = wait(forever)
  waits[1]?.resolve('second')
  expect(await later).toBe('second')
})

test('a failure is everybody’s', async () => {
  const { wait, waits } = open()
  const both = Promise.allSettled([wait(forever), wait(forever)])
  waits[0]?.reject(new Error('lost'))
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('who gives up leaves the others waiting; when the last has gone the wait is aborted', async () => {
  const { wait, waits } = open()
  const [one, other] = [new AbortController(), new AbortController()]
  const both = [wait(one.signal), wait(other.signal)]
  one.abort(new Error('one'))
  await expect(both[0]).rejects.toThrow('one')
  expect(waits[0]?.signal.aborted).toBe(false)
  other.abort(new Error('other'))
  await expect(both[1]).rejects.toThrow('other')
  expect(waits[0]?.signal.aborted).toBe(true)
  const again = wait(forever)
  waits[1]?.resolve('again')
  expect(await again).toBe('again')
})

test('who has given up before begins nothing', async () => {
  const { wait, waits } = open()
  await expect(wait(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  expect(waits).toEqual([])
})
