import { expect, test } from 'vitest'
import { createLife } from './createLife.ts'

const create = () => {
  const steps: string[] = []
  const life = createLife(() => {
    steps.push('follow')
    return () => void steps.push('stop')
  })
  return { life, steps }
}

test('hears the wallet once at a time, from when it is told to', () => {
  const { life, steps } = create()
  expect(steps).toEqual([])
  life.hear()
  life.hear()
  life.stopHearing()
  life.stopHearing()
  life.hear()
  expect(steps).toEqual(['follow', 'stop', 'follow'])
  expect(life.signal.aborted).toBe(false)
})

test('its end lets go of what waits, with DISCONNECTED, and of the wallet', () => {
  const { life, steps } = create()
  life.hear()
  life.end()
  expect(steps).toEqual(['follow', 'stop'])
  expect(life.signal.reason).toMatchObject({ name: 'DISCONNECTED' })
})
