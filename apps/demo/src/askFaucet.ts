import { deployment } from './deployment.ts'

/** Asks the local faucet for what a path of it hands out. `chainId`: a number on EVM chains, or CAIP-2. Throws with its status when it refuses. */
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
