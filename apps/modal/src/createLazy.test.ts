import { expect, test } from 'vitest'
import { createLazy } from './createLazy.ts'

const create = (...answers: (string | Error)[]) => {
  const asked: number[] = []
  const lazy = createLazy(async () => {
    const answer = answers[asked.push(answers.length) - 1]
    if (typeof answer !== 'string') throw answer
    return answer
  })
  return { lazy, asked }
}

test('is loaded once, when it is first asked for', async () => {
  const { lazy, asked } = create('value')
  expect(asked).toEqual([])
  expect(await Promise.all([lazy.get(), lazy.get()])).toEqual(['value', 'value'])
  expect(asked).toHaveLength(1)
})

test('is loaded again after it was lost', async () => {
  const lost = new Error('lost')
  const { lazy } = create(lost, 'value')
  await expect(lazy.get()).rejects.toBe(lost)
  expect(await lazy.get()).toBe('value')
})

test('does something with the value only if it was asked for', async () => {
  const { lazy, asked } = create(new Error('lost'), 'value')
  const seen: string[] = []
  lazy.whenThere((value) => seen.push(value))
  expect(asked).toEqual([])
  const losing = lazy.get().catch(() => undefined)
  lazy.whenThere((value) => seen.push(value))
  await losing
  const getting = lazy.get()
  lazy.whenThere((value) => seen.push(value))
  await getting
  expect(seen).toEqual(['value'])
})
