import { AppError } from '@latchkey/protocol/errors'
import { expect } from 'vitest'
import type { Harness } from './harness.ts'
import type { KillSwitch } from './killSwitch.ts'
import type { Change, Login, TestDevice } from './testDevice.ts'

const acts = ['rotate', 'recovery', 'import', 'unlock', 'forget'] as const

/** Returns numbers below 1 that depend only on a seed (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export type Walk = { seed: number; rounds: number; email: string }
/** Its events, so that a walk without any is noticed. */
export type Walked = { crashes: number; committed: number; refused: number }

/**
 * Two devices of one user make, rotate, change, import and unlock at the same time, in random order, and in most rounds the services crash
 * at some step. After each round a third device with only the email has to recover the wallet, with every address that was ever returned.
 */
export async function walkWallet(harness: Harness, kill: KillSwitch, { seed, rounds, email }: Walk): Promise<Walked> {
  const random = randomFrom(seed)
  const oneOf = <item>(items: readonly item[]): item => items[Math.floor(random() * items.length)] as item
  const newDevice = () => harness.device({ fetch: kill.wrapFetch(harness.fetch) })
  const shown = { eip155: new Set<string>(), solana: new Set<string>() }
  const walked = { crashes: 0, committed: 0, refused: 0 }
  const devices = [await newDevice(), await newDevice()]

  const logIn = async (device: TestDevice): Promise<Login> => {
    harness.clock.advance(31)
    const { attemptId } = await device.startEmail(email)
    return device.finishLogin(attemptId, harness.mailbox.codeFor(email))
  }
  const act = async (device: TestDevice, login: Login, what: Change | 'unlock') => {
    const enrolled = await device.enrol(login)
    if (what === 'unlock') return (await device.openNewest('unlock', login.accessToken)).wallet
    return device.change(what, { ...login, wallet: enrolled })
  }

  for (let round = 0; round < rounds; round++) {
    const place = `seed ${seed}, round ${round}`
    const plans = []
    for (const index of devices.keys()) {
      const what = oneOf(acts)
      // Its storage was cleared.
      if (what === 'forget') devices[index] = await newDevice()
      const device = devices[index] as TestDevice
      plans.push({ device, login: await logIn(device), what: what === 'forget' ? 'unlock' : what } as const)
    }
    if (random() < 0.75) kill.killAt(Math.floor(random() * 150))
    const outcomes = await Promise.allSettled(plans.map(({ device, login, what }) => act(device, login, what)))
    if (kill.revive()) {
      walked.crashes++
      await harness.restart()
    }
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        walked.refused++
        expect(outcome.reason, place).toBeInstanceOf(AppError)
        continue
      }
      walked.committed++
      for (const name of ['eip155', 'solana'] as const)
        for (const address of outcome.value.addresses[name]) shown[name].add(address)
    }
    const stranger = await harness.device()
    const login = await logIn(stranger)
    await stranger.enrol(login)
    const { wallet } = await stranger.openNewest('unlock', login.accessToken)
    for (const name of ['eip155', 'solana'] as const)
      expect(wallet.addresses[name], place).toEqual(expect.arrayContaining([...shown[name]]))
  }
  return walked
}
