import { Address, KeyValue } from '@latchkey/ui'
import { fact } from '../screen/createReading.ts'

export type AccountProps = {
  label: string
  address: string
  /** A name that leads back to the address. */
  name?: string | undefined
  /** It decides what is agreed to: it has to have been on screen. */
  isFact?: boolean
}

/** An address in full, under what it is. */
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
