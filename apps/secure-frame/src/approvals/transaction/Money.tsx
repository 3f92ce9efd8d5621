import { t } from '@latchkey/copy/approvals'
import { Amount, type AmountProps, Details, NetworkIcon } from '@latchkey/ui'
import { fact } from '../screen/createReading.ts'

export type MoneyProps = Pick<AmountProps, 'value' | 'symbol' | 'direction' | 'fiat'> & {
  /** Every digit of it, where `value` has fewer. */
  exact: string | null
}

/** Shows a large amount with its asset's icon; all of its digits are one press away. */
export function Money({ exact, ...amount }: MoneyProps) {
  return (
    <div className="wallet-money">
      <div className="wallet-money-line" {...fact}>
        <NetworkIcon name={amount.symbol} size={32} />
        <Amount {...amount} />
      </div>
      {exact !== null && (
        <Details summary={t('exactAmount')}>
          <bdi dir="ltr">
            {exact} {amount.symbol}
          </bdi>
        </Details>
      )}
    </div>
  )
}
