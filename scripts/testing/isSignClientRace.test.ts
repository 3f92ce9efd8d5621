import { expect, test } from 'vitest'
import { isSignClientRace } from './isSignClientRace.ts'

const place = '(/house/node_modules/@walletconnect/sign-client/dist/index.cjs.js:1:1)'
const message = 'Missing or invalid. Record was recently deleted - session: 544d'

test('only the check at the end of a session is meant', () => {
  const stack = `Error\n at We.isValidDisconnect ${place}\n at We.onSessionDeleteRequest ${place}`
  expect(isSignClientRace({ message, stack })).toBe(true)
  expect(isSignClientRace({ message, stack: stack.replace('onSessionDeleteRequest', 'request') })).toBe(false)
  expect(isSignClientRace({ message: 'Missing or invalid. Record was recently deleted - pairing: 1', stack })).toBe(
    false,
  )
  expect(isSignClientRace(new Error(message))).toBe(false)
})
