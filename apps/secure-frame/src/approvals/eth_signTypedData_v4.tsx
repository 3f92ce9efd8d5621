import {
  checkChainId,
  describeTypedData,
  type EvmNetwork,
  formatTypedData,
  parseEvmAddress,
  parseSwapTerms,
  parseTypedData,
  type SwapTerms,
  type TypedData,
} from '@latchkey/chains'
import { t as sharedT } from '@latchkey/copy/approvals'
import { t as swapT } from '@latchkey/copy/approveSwap'
import { t } from '@latchkey/copy/approveTypedData'
import { t as commonT } from '@latchkey/copy/common'
import { AppError } from '@latchkey/protocol'
import { Address, Card, Details, KeyValue, KeyValueList, RawText } from '@latchkey/ui'
import { useMemo } from 'react'
import type { ApprovalKind, Requester, ScreenProps } from './Approval.ts'
import { signMessage } from './message/signMessage.ts'
import { ApprovalScreen } from './screen/ApprovalScreen.tsx'
import { Caution } from './screen/Caution.tsx'
import { failureWords } from './screen/failureWords.ts'
import { TypedDataTree } from './screen/TypedDataTree.tsx'
import { useLoaded } from './screen/useLoaded.ts'
import { useWork } from './screen/useWork.ts'
import { visibleText } from './screen/visibleText.ts'
import { RefusedSignIn } from './signIn/RefusedSignIn.tsx'
import { usePermitGuard } from './swap/useSwapGuard.ts'
import { type Naming, namingOf } from './transaction/intentOf.ts'
import { gatherMeaning } from './typedData/gatherMeaning.ts'
import { MeaningCards } from './typedData/MeaningCards.tsx'
import { foreignDomain, isDangerous, typedDataIntent } from './typedData/meaningWords.ts'
import { anotherHolder, isNamedIn, otherSigner, SignerCautions } from './typedData/SignerCautions.tsx'

/** Signs typed data (EIP-712): the fields that are shown are all the fields that are signed. */
export const signTypedData: ApprovalKind<'eth_signTypedData_v4'> = {
  async prepare([address, input, options], { caller, network }) {
    if (parseEvmAddress(address) !== caller.address) throw new AppError('UNAUTHORIZED')
    const typedData = parseTypedData(input)
    checkChainId(typedData.domain.chainId, network.id)
    await refusePower(typedData, caller)
    const swap = options?.swap === undefined ? undefined : parseSwapTerms(options.swap)
    return (props) => <SignTypedDataScreen {...props} typedData={typedData} swap={swap} />
  },
}

/** Types that give control over accounts of this wallet's kind, by their signed names. */
const powerful = ['PackedUserOperation', 'Delegation']

/**
 * Rejects a user operation or delegation of one of the user's own accounts as typed data: it has a separate approval,
 * which describes it. Throws DISGUISED_TRANSACTION.
 */
const refusePower = async (typedData: TypedData, { address, smartAccount }: Requester): Promise<void> => {
  if (!powerful.includes(typedData.primaryType)) return
  const { refuseOwnPower } = await import('../smartAccount/refuseOwnPower.ts')
  refuseOwnPower(typedData, smartAccount?.owner ?? address)
}

/** A permit doesn't state what comes back: its title names what may be taken, and what for. */
const swapIntent = ({ give }: SwapTerms, naming: Naming): string => {
  const amount = naming.amount(give.asset, give.amount)
  return swapT('permit.intent', amount === null ? { symbol: 'none', amount: '' } : { symbol: 'known', amount })
}

type Props = ScreenProps<string> & {
  typedData: TypedData
  /** The quote that the user agreed to, where this is a permit for a swap. */
  swap: SwapTerms | undefined
}

function SignTypedDataScreen({ requestContext, tools, decision, typedData, swap }: Props) {
  const { caller, network } = requestContext
  const { domain, types, primaryType, message } = typedData
  const meaning = useMemo(() => describeTypedData(typedData), [typedData])
  const text = useMemo(() => formatTypedData(typedData), [typedData])
  const elsewhere = meaning.kind === 'signIn' ? foreignDomain(meaning.named, caller.origin) : null
  const [looked] = useLoaded(() => gatherMeaning(meaning, tools))
  const insight = looked.kind === 'ready' ? looked.value : null
  const { isReady, stop, isSwap } = usePermitGuard(swap, { typedData, account: parseEvmAddress(caller.address) }, tools)
  const { state, start } = useWork(
    () => signMessage(caller, tools, { kind: 'typedData', typedData: text }),
    decision.approve,
  )
  const naming = namingOf(network, insight, null)
  const signer = otherSigner(caller)
  const namesSigner = signer !== null && isNamedIn(text, signer)

  const fields = <TypedDataTree types={types} struct={primaryType} value={message} />
  if (elsewhere !== null)
    return (
      <RefusedSignIn
        requestContext={requestContext}
        decision={decision}
        field="domain"
        title={sharedT('elsewhere.title')}
        text={sharedT('elsewhere.text')}
        named={{ label: t('named'), value: elsewhere }}
      >
        <Card title={primaryType}>{fields}</Card>
      </RefusedSignIn>
    )

  return (
    <ApprovalScreen
      requestContext={requestContext}
      tone={
        isDangerous(meaning) || namesSigner || anotherHolder(meaning, caller.address) !== null ? 'danger' : 'neutral'
      }
      intent={isSwap && swap ? swapIntent(swap, naming) : typedDataIntent(meaning, primaryType, caller.origin, naming)}
      accept={
        stop === null
          ? {
              label:
                state.kind === 'failed'
                  ? commonT('tryAgain')
                  : meaning.kind === 'signIn'
                    ? sharedT('signIn')
                    : sharedT('sign'),
              onAccept: start,
              arms: true,
              isReady: looked.kind !== 'loading' && isReady,
              busy: state.kind === 'busy' ? sharedT('signing') : undefined,
            }
          : undefined
      }
      decline={
        stop === null
          ? { label: sharedT('reject'), onDecline: decision.reject, disabled: state.kind === 'busy' }
          : { label: commonT('close'), onDecline: () => decision.fail(stop.error) }
      }
      status={
        stop?.words ?? (state.kind === 'failed' ? { variant: 'danger', ...failureWords(state.error) } : undefined)
      }
    >
      <MeaningCards
        meaning={meaning}
        account={caller.address}
        network={network}
        read={tools.read}
        insight={insight}
        {...(isSwap && {
          purpose: (
            <Caution variant="info" title={swapT('permit.title')}>
              {swapT('permit.text')}
            </Caution>
          ),
        })}
      />
      <SignerCautions meaning={meaning} caller={caller} namesSigner={namesSigner} />
      {domain.chainId === undefined && (
        <Caution variant="warning" title={t('everyNetwork.title')}>
          {t('everyNetwork.text')}
        </Caution>
      )}
      <DomainFacts domain={domain} network={network} />
      {meaning.kind === 'unknown' ? (
        <Card title={primaryType}>{fields}</Card>
      ) : (
        <Details summary={t('allFields')}>{fields}</Details>
      )}
      <Details summary={sharedT('rawData')}>
        <RawText label={t('json')}>{text}</RawText>
      </Details>
    </ApprovalScreen>
  )
}

/** Where the signature counts: the network, and what the domain names. */
function DomainFacts({ domain, network }: { domain: TypedData['domain']; network: EvmNetwork }) {
  return (
    <KeyValueList>
      <KeyValue label={sharedT('network')}>
        <bdi>{network.name}</bdi>
      </KeyValue>
      {domain.name !== undefined && (
        <KeyValue label={t('for')} stacked={domain.name.length > 24}>
          <bdi className="wallet-text">{visibleText(domain.name)}</bdi>
        </KeyValue>
      )}
      {domain.verifyingContract !== undefined && (
        <KeyValue label={sharedT('contract')} stacked>
          <Address address={domain.verifyingContract} form="full" />
        </KeyValue>
      )}
    </KeyValueList>
  )
}
