import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Kms } from '@latchkey/service-kit/kms/kms'
import { networkMark } from '@latchkey/service-kit/rateLimits/networkOf'

const purpose = 'social callback state'
const randomLength = 16
const macLength = 16

/**
 * Creates the `state` of a sign-in (RFC 6749, section 10.12): 128 random bits, and a MAC of them and of the network that the sign-in begins
 * in, base64url, 43 characters. Only the api can make one, so it recognizes a return before it looks anything up.
 */
export async function makeCallbackState(kms: Kms, ipAddress: string): Promise<string> {
  const random = randomBytes(randomLength)
  const mac = await kms.mac(purpose, messageOf(random, ipAddress))
  return Buffer.concat([random, mac.subarray(0, macLength)]).toString('base64url')
}

/** Returns whether a sign-in with this `state` began in the network of an address. */
export async function beganIn(kms: Kms, state: string, ipAddress: string): Promise<boolean> {
  const given = Buffer.from(state, 'base64url')
  if (given.length !== randomLength + macLength) return false
  const macs = await kms.macs(purpose, messageOf(given.subarray(0, randomLength), ipAddress))
  return macs.some((mac) => timingSafeEqual(given.subarray(randomLength), mac.subarray(0, macLength)))
}

const messageOf = (random: Buffer, ipAddress: string): Uint8Array =>
  new TextEncoder().encode(networkMark(ipAddress, random.toString('base64url')))
