import { toChecksumAddress } from '../address/evmAddress.ts'
import type { random } from '../testing/random.ts'
import type { AccountCall } from './accountCalls.ts'
import type { UserOperation } from './userOperation.ts'

type Random = ReturnType<typeof random>

export const anyCall = ({ hex, integer, below }: Random): AccountCall => ({
  to: toChecksumAddress(hex(20)),
  value: integer(256),
  data: hex(below(120)),
})

/** Returns a random user operation, in some cases with a deployment, a paymaster and an authorization. */
export function anyOperation({ hex, integer, below }: Random): UserOperation {
  const address = () => toChecksumAddress(hex(20))
  return {
    sender: address(),
    nonce: integer(256),
    ...(below(2) === 0 ? {} : { factory: address(), factoryData: hex(below(90)) }),
    callData: hex(below(200)),
    callGasLimit: integer(128),
    verificationGasLimit: integer(128),
    preVerificationGas: integer(256),
    maxFeePerGas: integer(128),
    maxPriorityFeePerGas: integer(128),
    ...(below(2) === 0
      ? {}
      : {
          paymaster: address(),
          paymasterVerificationGasLimit: integer(128),
          paymasterPostOpGasLimit: integer(128),
          paymasterData: hex(below(90)),
        }),
    signature: hex(65),
    ...(below(2) === 0
      ? {}
      : {
          authorization: {
            chainId: below(10_000) + 1,
            address: address(),
            nonce: below(1000),
            r: integer(255) + 1n,
            s: integer(254) + 1n,
            yParity: below(2) === 0 ? (0 as const) : (1 as const),
          },
        }),
  }
}
