import { deployment } from './deployment.ts'

/** Requests a path of the local faucet. `chainId`: a number on EVM chains, or CAIP-2. Throws with the response's status on failure. */
export const askFaucet = async (
  path: '/faucet' | '/faucet/tokens',
  chainId: number | string,
  address: string,
): Promise<void> => {
  const response = await fetch(deployment.faucetUrl + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ chainId, address }),
  })
  if (!response.ok) throw new Error(`The faucet answered ${response.status}`)
}
