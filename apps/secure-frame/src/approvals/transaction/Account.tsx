import { Address, KeyValue } from '@latchkey/ui'
import { fact } from '../screen/createReading.ts'

export type AccountProps = {
  label: string
  address: string
  /** A name that resolves back to the address. */
  name?: string | undefined
  /** It is a fact to confirm: it has to have been on screen. */
  isFact?: boolean
}

/** Shows a full address under its label. */
export function Account({ label, address, name, isFact = false }: AccountProps) {
  return (
    <KeyValue label={label} stacked>
      <span className="wallet-who" {...(isFact ? fact : {})}>
        {name !== undefined && <bdi>{name}</bdi>}
        <Address address={address} form="full" />
      </span>
    </KeyValue>
  )
}
