import type { EvmNetwork } from '@latchkey/chains'
import { Address, Details, KeyValue, KeyValueList, RawText, Stack } from '@latchkey/ui'
import { exactAmount } from '../screen/exactAmount.ts'
import type { FilledOperation } from './fillOperation.ts'
import { shownFee } from './operationWords.ts'

const gweiDecimals = 9

/** Every field of an operation, for those who want to see. What a sponsor answers last, and signatures, are added to it. */
export function OperationDetails({ filled, network }: { filled: FilledOperation; network: EvmNetwork }) {
  const { operation, payer, maxFeeWei } = filled
  const { symbol, decimals } = network.nativeCurrency
  const { nonce, factory, paymaster, callGasLimit, verificationGasLimit, preVerificationGas } = operation
  const price = (wei: bigint) => `${exactAmount(wei, gweiDecimals)} gwei`
  return (
    <Details summary="Raw data">
      <Stack gap={3}>
        <KeyValueList>
          <KeyValue label="Nonce" stacked={nonce > 10n ** 12n}>
            {nonce.toString()}
          </KeyValue>
          <KeyValue label="Gas for the calls">{callGasLimit.toString()}</KeyValue>
          <KeyValue label="Gas to check them">{verificationGasLimit.toString()}</KeyValue>
          <KeyValue label="Gas to send them">{preVerificationGas.toString()}</KeyValue>
          <KeyValue label="Highest fee per gas">{price(operation.maxFeePerGas)}</KeyValue>
          <KeyValue label="Tip per gas">{price(operation.maxPriorityFeePerGas)}</KeyValue>
          {/* Whoever pays: this is the most that is signed for. */}
          <KeyValue label="Fee in all">
            at most <bdi dir="ltr">{`${exactAmount(shownFee(maxFeeWei), decimals)} ${symbol}`}</bdi>
          </KeyValue>
          {factory !== undefined && (
            <KeyValue label="Set up by" stacked>
              <Address address={factory} form="full" />
            </KeyValue>
          )}
          {paymaster !== undefined && (
            <KeyValue label={payer.kind === 'sponsor' ? 'Paid through' : 'Paid by'} stacked>
              <Address address={paymaster} form="full" />
            </KeyValue>
          )}
        </KeyValueList>
        <RawText label="Data of the operation">{operation.callData}</RawText>
      </Stack>
    </Details>
  )
}
