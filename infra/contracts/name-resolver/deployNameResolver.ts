import { getAddress } from 'viem'
import type { DeployCommand } from '../deployCommand.ts'
import { gatewayUrlOf, nameResolverCreationCode } from './nameResolver.ts'

const requireApiUrl = (value: string | undefined): string => {
  const url = value === undefined ? null : URL.parse(value)
  if (url === null || url.protocol !== 'https:' || url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw new Error('--api must be the address of your api: https://api.example')
  return url.origin
}

/** Deploys the name resolver and prints the api's setting that names it. */
export const deployNameResolver: DeployCommand = {
  name: 'name-resolver',
  keySetting: 'NAME_GATEWAY_KEY',
  deployerSetting: 'NAME_RESOLVER_DEPLOYER_KEY',
  flags: { api: 'https://api.example' },
  deploy: async ({ client, owner, signer, flags, send }) => {
    const url = gatewayUrlOf(requireApiUrl(flags.api))
    const chainId = await client.getChainId()
    const receipt = await send({ data: nameResolverCreationCode({ owner, signer, url }) })
    if (receipt.status !== 'success' || receipt.contractAddress == null)
      throw new Error(`${receipt.transactionHash} deployed nothing`)
    const resolver = getAddress(receipt.contractAddress)
    return `eip155:${chainId} name resolver ${resolver} deployed
NAME_GATEWAY={"chainId":"eip155:${chainId}","resolver":"${resolver}"}`
  },
}
