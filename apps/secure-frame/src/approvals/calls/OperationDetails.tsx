import type { EvmNetwork } from '@latchkey/chains'
import { t as sharedT } from '@latchkey/copy/approvals'
import { t } from '@latchkey/copy/approveCalls'
import { rich } from '@latchkey/copy/react'
import { Address, Details, KeyValue, KeyValueList, RawText, Stack } from '@latchkey/ui'
import { exactAmount } from '../screen/exactAmount.ts'
import type { FilledOperation } from './fillOperation.ts'
import { shownFee } from './operationWords.ts'

const gweiDecimals = 9

/** Every field of an operation. The sponsor's final answer and the signatures are added later. */
export function OperationDetails({ filled, network }: { filled: FilledOperation; network: EvmNetwork }) {
  const { operation, payer, maxFeeWei } = filled
  const { symbol, decimals } = network.nativeCurrency
  const { nonce, factory, paymaster, callGasLimit, verificationGasLimit, preVerificationGas } = operation
  const price = (wei: bigint) => sharedT('gwei', { amount: exactAmount(wei, gweiDecimals) })
  return (
    <Details summary={sharedT('rawData')}>
      <Stack gap={3}>
        <KeyValueList>
          <KeyValue label={sharedT('nonce')} stacked={nonce > 10n ** 12n}>
            {nonce.toString()}
          </KeyValue>
          <KeyValue label={t('raw.callGas')}>{callGasLimit.toString()}</KeyValue>
          <KeyValue label={t('raw.verificationGas')}>{verificationGasLimit.toString()}</KeyValue>
          <KeyValue label={t('raw.preVerificationGas')}>{preVerificationGas.toString()}</KeyValue>
          <KeyValue label={sharedT('maxFeePerGas')}>{price(operation.maxFeePerGas)}</KeyValue>
          <KeyValue label={sharedT('tipPerGas')}>{price(operation.maxPriorityFeePerGas)}</KeyValue>
          {/* The maximum that is signed for, for any payer. */}
          <KeyValue label={t('raw.fee')}>
            {rich((at) => sharedT('upTo', at), {
              amount: <bdi dir="ltr">{`${exactAmount(shownFee(maxFeeWei), decimals)} ${symbol}`}</bdi>,
            })}
          </KeyValue>
          {factory !== undefined && (
            <KeyValue label={t('raw.factory')} stacked>
              <Address address={factory} form="full" />
            </KeyValue>
          )}
          {paymaster !== undefined && (
            <KeyValue label={payer.kind === 'sponsor' ? t('raw.sponsor') : t('raw.paymaster')} stacked>
              <Address address={paymaster} form="full" />
            </KeyValue>
          )}
        </KeyValueList>
        <RawText label={t('raw.data')}>{operation.callData}</RawText>
      </Stack>
    </Details>
  )
}
