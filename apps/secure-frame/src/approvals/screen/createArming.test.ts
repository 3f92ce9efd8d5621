import { describe, expect, test } from 'vitest'
import { armingMs, createArming, dangerArmingMs, hiddenMs, type Look } from './createArming.ts'

const well = { isReady: true, isSeen: true, isRead: true, hasFocus: true, isForeground: true }

/** Checks every 50 ms, for the given time. */
const watch = (delayMs?: number) => {
  const arming = createArming(delayMs)
  let now = 1_000
  const look = (seen: Partial<Look> = {}) => arming.look({ now, ...well, ...seen })
  look()
  const pass = (ms: number, seen: Partial<Look> = {}) => {
    let last = look(seen)
    for (const end = now + ms; now < end; ) {
      now += 50
      last = look(seen)
    }
    return last
  }
  return { pass, look, disturb: arming.disturb }
}

describe('a confirmation', () => {
  test('arms after 700 ms of being seen, and stays armed', () => {
    const { pass } = watch()
    expect(pass(armingMs - 50).isArmed).toBe(false)
    expect(pass(50).isArmed).toBe(true)
    expect(pass(60_000)).toEqual({ isArmed: true, waitsFor: null, isHidden: false })
  })

  test.each([
    ['content', { isReady: false }],
    ['sight', { isSeen: false }],
    ['reading', { isRead: false }],
    ['focus', { hasFocus: false }],
  ] as const)('does not arm while it waits for %s, and starts over when that is lost', (waitsFor, missing) => {
    const { pass, look } = watch()
    expect(pass(2_000, missing)).toMatchObject({ isArmed: false, waitsFor })
    expect(pass(armingMs).isArmed).toBe(true)
    expect(look(missing)).toMatchObject({ isArmed: false, waitsFor })
    expect(pass(armingMs - 50).isArmed).toBe(false)
  })

  test('starts over when something moves, armed or not', () => {
    const { pass, look, disturb } = watch()
    pass(armingMs - 50)
    disturb()
    expect(look().isArmed).toBe(false)
    expect(pass(armingMs).isArmed).toBe(true)
    disturb()
    expect(look().isArmed).toBe(false)
  })

  test('arms later where there is danger', () => {
    const { pass } = watch(dangerArmingMs)
    expect(pass(dangerArmingMs - 50).isArmed).toBe(false)
    expect(pass(50).isArmed).toBe(true)
  })

  test('is not hidden by reading it', () => {
    const { pass } = watch()
    expect(pass(60_000, { isRead: false }).isHidden).toBe(false)
  })

  test('is hidden after 3 s out of sight', () => {
    const { pass } = watch()
    expect(pass(hiddenMs - 50, { isSeen: false }).isHidden).toBe(false)
    expect(pass(50, { isSeen: false }).isHidden).toBe(true)
  })

  test('is hidden also by what comes and goes, until it could be armed once', () => {
    const { pass } = watch()
    for (let times = 0; times < 4; times++) {
      pass(1_000, { isSeen: false })
      pass(armingMs - 100)
    }
    expect(pass(0).isHidden).toBe(true)
    expect(pass(armingMs).isHidden).toBe(false)
    expect(pass(hiddenMs - 100, { isSeen: false }).isHidden).toBe(false)
  })

  test('is not hidden by another tab in front of it', () => {
    const { pass } = watch()
    expect(pass(60_000, { isSeen: false, isForeground: false }).isHidden).toBe(false)
  })
})
