import type { EndpointRequest, EndpointResponse, WalletRecord } from '@latchkey/api-client'
import {
  type EvmAddress,
  hybridAccount,
  parseUserOperation,
  toChecksumAddress,
  type UserOperation,
  userOperationHash,
} from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import { secondsLater } from '@latchkey/service-kit/clock'
import type { Project, Projects } from '@latchkey/service-kit/projects/projects'
import { numberToHex } from 'viem'
import { createAskChain } from '../chain/askChain.ts'
import type { GuardedFetch } from '../http/guardedFetch.ts'
import { inSession, type SessionCaller } from '../session/inSession.ts'
import type { SmartAccountNetwork, SmartAccountSettings } from '../settings/smartAccountFields.ts'
import { smartAccountsOf } from '../smartAccounts/smartAccountsOf.ts'
import { findWallet } from '../walletStore.ts'
import { askService } from './askService.ts'
import { type PaidOperation, signPaymasterData, stubPaymasterData } from './paymasterData.ts'
import { readNewest } from './readOperationCost.ts'
import { requireOwnCode } from './requireOwnCode.ts'
import { requirePolicy } from './requirePolicy.ts'
import { maxCostOf, requireSaneCost } from './requireSaneCost.ts'
import { requireSaneGas } from './requireSaneGas.ts'
import { type BudgetDeps, requireLeft, spendBudget } from './spendBudget.ts'

export type SponsorshipDeps = BudgetDeps &
  Required<SmartAccountSettings> & {
    projects: Projects
    guardedFetch: GuardedFetch
  }

/** As long as a user may take to confirm, and the network to mine. */
const validSeconds = 600
/** The gas of our contract's signature check, and for each byte of calls, which it hashes. It does nothing afterwards. */
const verificationGas = 60_000n
const verificationGasPerByte = 1n

/**
 * Finds a sponsor for an operation of the user's smart account: the project, by its policy and our contract, or the page's own service.
 * `final` counts it against the project's daily budget.
 *
 * Throws SESSION_EXPIRED, PROJECT_UNKNOWN, CHAIN_NOT_SUPPORTED where the project's users have no smart accounts, UNAUTHORIZED for a sender
 * that is not the user's, NOT_ENABLED where the project pays for nothing, SPONSOR_REFUSED (`details.reason`), CHAIN_UNREACHABLE,
 * INVALID_PARAMS.
 */
export async function sponsorOperation(
  deps: SponsorshipDeps,
  { projectId, chainId, stage, operation: json, service }: EndpointRequest<'sponsorOperation'>,
  caller: SessionCaller,
): Promise<EndpointResponse<'sponsorOperation'>> {
  const project = deps.projects.find(projectId)
  const id = Number(chainId.slice('eip155:'.length))
  const network = deps.smartAccounts[chainId]
  if (network === undefined || !smartAccountsOf(project, deps.smartAccounts).some(({ chainId }) => chainId === id))
    throw new AppError('CHAIN_NOT_SUPPORTED')
  const operation = parseUserOperation({ ...json, ...unpaid, signature: '0x' })
  const wallet = await inSession(deps, caller, (sql) => findWallet(sql, caller.token.sub))
  requireOwnSender(operation, wallet, network.kind)

  if (service !== undefined) return askService(deps.guardedFetch, id, { stage, operation: json }, service)
  return sponsorByProject(deps, { project, network, chainId, id, stage, operation }, caller)
}

/** A service's limits don't apply to an operation that we pay for. */
const unpaid = { paymasterVerificationGasLimit: undefined, paymasterPostOpGasLimit: undefined }

type OwnSponsoring = {
  project: Project
  network: SmartAccountNetwork
  chainId: string
  id: number
  stage: 'stub' | 'final'
  operation: UserOperation
}

async function sponsorByProject(
  deps: SponsorshipDeps,
  { project, network, chainId, id, stage, operation }: OwnSponsoring,
  caller: SessionCaller,
): Promise<EndpointResponse<'sponsorOperation'>> {
  const { sponsorship: policy, id: projectId, name } = project
  const { paymaster } = network
  const { paymasterKey } = deps
  if (policy === undefined || !policy.networks.includes(chainId) || paymaster === undefined || paymasterKey === null)
    throw new AppError('NOT_ENABLED')
  const ask = createAskChain(deps.rpcProxy, chainId)
  const lending = await requireOwnCode(operation, network.kind, ask, id)
  requirePolicy(operation, policy, operation.factory !== undefined || lending !== null)
  const paid = withPaymaster(operation, toChecksumAddress(paymaster))
  const of = { projectId, chainId, userId: caller.token.sub, sender: operation.sender, nonce: operation.nonce }
  const answered = (paymasterData: string, isFinal: boolean) => ({
    paymaster,
    paymasterData,
    paymasterVerificationGasLimit: numberToHex(paid.paymasterVerificationGasLimit),
    paymasterPostOpGasLimit: numberToHex(paid.paymasterPostOpGasLimit),
    sponsor: name,
    isFinal,
  })
  if (stage === 'stub') {
    await requireLeft(deps, policy, of, caller)
    return answered(stubPaymasterData(), false)
  }
  await requireSaneCost(paid, deps.rpcProxy, chainId)
  await requireSaneGas(paid, lending, deps.rpcProxy, chainId)
  const fromBlock = await readNewest(ask)
  const validUntil = secondsLater(deps.clock.now(), validSeconds)
  const sponsorship = { chainId: id, validAfter: 0, validUntil: Math.floor(validUntil.getTime() / 1000) }
  const paymasterData = signPaymasterData(paid, sponsorship, paymasterKey)
  const operationHash = userOperationHash({ ...operation, ...paid, paymasterData }, id)
  // Before responding: a promise counts even if the response is lost.
  await spendBudget(deps, policy, { ...of, operationHash, costWei: maxCostOf(paid), validUntil, fromBlock }, caller)
  return answered(paymasterData, true)
}

function withPaymaster(
  { signature: _, authorization: __, ...operation }: UserOperation,
  paymaster: EvmAddress,
): PaidOperation {
  const bytes = BigInt((operation.callData.length - 2) / 2)
  return {
    ...operation,
    paymaster,
    paymasterVerificationGasLimit: verificationGas + verificationGasPerByte * bytes,
    paymasterPostOpGasLimit: 0n,
  }
}

/**
 * Throws UNAUTHORIZED unless the sender is a smart account of this wallet on such a network, and its first deployment deploys this very
 * account.
 */
function requireOwnSender(
  { sender, factory, factoryData }: Pick<UserOperation, 'sender' | 'factory' | 'factoryData'>,
  wallet: WalletRecord | null,
  kind: SmartAccountNetwork['kind'],
): void {
  const owners = (wallet?.addresses.eip155 ?? []).map((owner): EvmAddress => toChecksumAddress(owner))
  if (kind === 'eip7702') {
    // There is nothing to deploy at the user's own address.
    if (factory === undefined && owners.includes(toChecksumAddress(sender))) return
    throw new AppError('UNAUTHORIZED')
  }
  const account = owners.map(hybridAccount).find(({ address }) => address === toChecksumAddress(sender))
  if (account === undefined) throw new AppError('UNAUTHORIZED')
  if (factory === undefined) return
  const isItsOwn =
    toChecksumAddress(factory) === account.factory && factoryData?.toLowerCase() === account.factoryData.toLowerCase()
  if (!isItsOwn) throw new AppError('UNAUTHORIZED')
}
