import { type Address, erc20Abi, type Hash, type Hex, parseAbi, parseSignature, parseUnits } from 'viem'
import type { Token } from '../deployment.ts'
import { chain, wallet } from '../latchkey.ts'

const permitAbi = parseAbi([
  'function nonces(address owner) view returns (uint256)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])

/** Sends a decimal amount, such as `10`. */
export const transferToken = (account: Address, token: Token, to: Address, amount: string): Promise<Hash> =>
  wallet.writeContract({
    account,
    chain: null,
    address: token.address,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, parseUnits(amount, token.decimals)],
  })

/** Sets a contract's allowance. */
export const approveToken = (account: Address, token: Token, spender: Address, amount: string): Promise<Hash> =>
  wallet.writeContract({
    account,
    chain: null,
    address: token.address,
    abi: erc20Abi,
    functionName: 'approve',
    args: [spender, parseUnits(amount, token.decimals)],
  })

export type Permit = { value: bigint; deadline: bigint; signature: Hex }

/** Sets a contract's allowance by a signature (EIP-2612), with the token's own domain. Throws if the token rejects it. */
export const signPermit = async (account: Address, token: Token, spender: Address, amount: string): Promise<Permit> => {
  const { address } = token
  const [{ domain }, nonce] = await Promise.all([
    chain.getEip712Domain({ address }),
    chain.readContract({ address, abi: permitAbi, functionName: 'nonces', args: [account] }),
  ])
  const value = parseUnits(amount, token.decimals)
  const deadline = BigInt(Math.floor(Date.now() / 1000) + 3_600)
  const signature = await wallet.signTypedData({
    account,
    domain: { name: domain.name, version: domain.version, chainId: domain.chainId, verifyingContract: address },
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    message: { owner: account, spender, value, nonce, deadline },
  })
  const { r, s, yParity } = parseSignature(signature)
  await chain.simulateContract({
    address,
    abi: permitAbi,
    functionName: 'permit',
    args: [account, spender, value, deadline, yParity + 27, r, s],
  })
  return { value, deadline, signature }
}
