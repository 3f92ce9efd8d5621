import {
  checkChainId,
  describeTypedData,
  formatTypedData,
  parseEvmAddress,
  parseTypedData,
  type TypedData,
} from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { Address, Card, Details, KeyValue, KeyValueList, Notice, RawText } from '@latchkey/ui'
import { useMemo } from 'react'
import type { ApprovalKind, Asker, ScreenProps } from './Approval.ts'
import { signMessage } from './message/signMessage.ts'
import { ApprovalScreen } from './screen/ApprovalScreen.tsx'
import { failureWords } from './screen/failureWords.ts'
import { useWork } from './screen/useWork.ts'
import { MeaningCards } from './typedData/MeaningCards.tsx'
import { foreignDomain, isDangerous, typedDataIntent } from './typedData/meaningWords.ts'
import { isNamedIn, OwnerNotice, otherSigner } from './typedData/OwnerNotice.tsx'
import { TypedDataTree } from './typedData/TypedDataTree.tsx'
import { visibleText } from './typedData/visibleText.ts'

/** Sign typed data (EIP-712): the fields that are shown are all the fields that are signed. */
export const signTypedData: ApprovalKind<'eth_signTypedData_v4'> = {
  async prepare([address, input], { caller, network }) {
    if (parseEvmAddress(address) !== caller.address) throw new AppError('UNAUTHORIZED')
    const typedData = parseTypedData(input)
    checkChainId(typedData.domain.chainId, network.id)
    await refusePower(typedData, caller)
    return (props) => <SignTypedDataScreen {...props} typedData={typedData} />
  },
}

/** What gives power over accounts of this wallet's kind, by the names that are signed along. */
const powerful = ['PackedUserOperation', 'Delegation']

/**
 * A user operation of one of the person's own accounts, or a delegation by one, is no message: it has an approval of its own,
 * which says what it does. Throws DISGUISED_TRANSACTION.
 */
const refusePower = async (typedData: TypedData, { address, smartAccount }: Asker): Promise<void> => {
  if (!powerful.includes(typedData.primaryType)) return
  const { refuseOwnPower } = await import('../smartAccount/refuseOwnPower.ts')
  refuseOwnPower(typedData, smartAccount?.owner ?? address)
}

type Props = ScreenProps<string> & { typedData: TypedData }

function SignTypedDataScreen({ asking, tools, decision, typedData }: Props) {
  const { caller, network } = asking
  const { domain, types, primaryType, message } = typedData
  const meaning = useMemo(() => describeTypedData(typedData), [typedData])
  const text = useMemo(() => formatTypedData(typedData), [typedData])
  const elsewhere = meaning.kind === 'signIn' ? foreignDomain(meaning.named, caller.origin) : null
  const { state, start } = useWork(
    () => signMessage(caller, tools, { kind: 'typedData', typedData: text }),
    decision.approve,
  )
  const signer = otherSigner(caller)
  const namesSigner = signer !== null && isNamedIn(text, signer)

  const fields = <TypedDataTree types={types} struct={primaryType} value={message} />
  const holder = meaning.kind === 'permit' ? meaning.permit.owner : null
  const isOfAnother = holder !== null && holder !== caller.address
  const isOfAnotherAccount = meaning.kind === 'forwardedCall' && meaning.call.from !== caller.address
  if (elsewhere !== null) {
    return (
      <ApprovalScreen
        asking={asking}
        tone="danger"
        intent="This would sign you in somewhere else"
        decline={{
          label: 'Close',
          onDecline: () => decision.fail(new AppError('INVALID_PARAMS', { details: { field: 'domain' } })),
        }}
      >
        <Notice variant="danger" title="This cannot be signed">
          A page may ask you to sign in to itself only. This one asks on behalf of another, which is how accounts are
          stolen.
        </Notice>
        <KeyValueList>
          <KeyValue label="Asked by">
            <bdi dir="ltr">{new URL(caller.origin).host}</bdi>
          </KeyValue>
          <KeyValue label="The data name">
            <bdi dir="ltr">{visibleText(elsewhere)}</bdi>
          </KeyValue>
        </KeyValueList>
        <Card title={primaryType}>{fields}</Card>
      </ApprovalScreen>
    )
  }

  return (
    <ApprovalScreen
      asking={asking}
      tone={isDangerous(meaning) || namesSigner || isOfAnother ? 'danger' : 'neutral'}
      intent={typedDataIntent(meaning, primaryType, caller.origin)}
      accept={{
        label: state.kind === 'failed' ? 'Try again' : meaning.kind === 'signIn' ? 'Sign in' : 'Sign',
        onAccept: start,
        arms: true,
        isReady: true,
        busy: state.kind === 'busy' ? 'Signing' : undefined,
      }}
      decline={{ label: 'Reject', onDecline: decision.reject, disabled: state.kind === 'busy' }}
      status={state.kind === 'failed' ? { variant: 'danger', ...failureWords(state.error) } : undefined}
    >
      <MeaningCards meaning={meaning} account={caller.address} network={network} read={tools.read} />
      {signer !== null && meaning.kind !== 'signIn' && <OwnerNotice owner={signer} isNamed={namesSigner} />}
      {isOfAnother && !namesSigner && (
        // A smart account takes its owner's signature as its own, so this may be more than a mistake.
        <Notice variant="danger" title="These are another account’s tokens">
          They are those of <Address address={holder} />, not of the account that is connected. If that is yours too, as
          your smart account is, what you sign here counts there.
        </Notice>
      )}
      {isOfAnotherAccount && !namesSigner && (
        <Notice variant="warning" title="The call is another account’s">
          It names another sender than the account that would sign, so it will most likely be refused.
        </Notice>
      )}
      {domain.chainId === undefined && (
        <Notice variant="warning" title="Good on every network">
          The data names no network: what you sign here could be used on any.
        </Notice>
      )}
      <KeyValueList>
        <KeyValue label="Network">
          <bdi>{network.name}</bdi>
        </KeyValue>
        {domain.name !== undefined && (
          <KeyValue label="For" stacked={domain.name.length > 24}>
            <bdi className="wallet-text">{visibleText(domain.name)}</bdi>
          </KeyValue>
        )}
        {domain.verifyingContract !== undefined && (
          <KeyValue label="Contract" stacked>
            <Address address={domain.verifyingContract} form="full" />
          </KeyValue>
        )}
      </KeyValueList>
      {meaning.kind === 'unknown' ? (
        <Card title={primaryType}>{fields}</Card>
      ) : (
        <Details summary="All fields">{fields}</Details>
      )}
      <Details summary="Raw data">
        <RawText label="Typed data as JSON">{text}</RawText>
      </Details>
    </ApprovalScreen>
  )
}
