import type { Project } from '@latchkey/service-kit/projects/projects'
import type { SmartAccountNetwork } from '../settings/smartAccountFields.ts'

/** Returns the networks and types of smart accounts for a project's users: those that the project lists and the operator has configured. */
export const smartAccountsOf = (
  { smartAccounts = [] }: Project,
  networks: Readonly<Record<string, SmartAccountNetwork>>,
): { chainId: number; kind: string }[] =>
  [...new Set(smartAccounts)].flatMap((chainId) => {
    const network = Object.hasOwn(networks, chainId) ? networks[chainId] : undefined
    return network === undefined ? [] : [{ chainId: Number(chainId.slice('eip155:'.length)), kind: network.kind }]
  })
