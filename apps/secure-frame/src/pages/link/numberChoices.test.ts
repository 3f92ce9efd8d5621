import { expect, test } from 'vitest'
import { numberChoices } from './numberChoices.ts'

test('the right number is one of three, in each of the three places about as often', () => {
  const places = [0, 0, 0]
  for (let round = 0; round < 3_000; round++) {
    const right = String(round % 100).padStart(2, '0')
    const choices = numberChoices(right)
    expect(new Set(choices).size).toBe(3)
    for (const choice of choices) expect(choice).toMatch(/^\d\d$/)
    places[choices.indexOf(right)] = (places[choices.indexOf(right)] ?? 0) + 1
  }
  for (const times of places) expect(times).toBeGreaterThan(800)
})
