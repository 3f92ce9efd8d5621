import type { TypedData, TypedDataStruct, TypedDataValue } from '@latchkey/chains'
import { t } from '@latchkey/copy/approveTypedData'
import { Address, Details, KeyValue, KeyValueList, Link } from '@latchkey/ui'
import { useState } from 'react'
import { visibleText } from './visibleText.ts'

type Types = TypedData['types']

/** The levels that are open at first; deeper ones are rendered when opened. */
const openDepth = 2
/** The number of list items rendered at once. */
const page = 20

export type TypedDataTreeProps = { types: Types; struct: string; value: TypedDataStruct }

/** Shows all fields of a struct by name, each value in its signed form. */
export function TypedDataTree({ types, struct, value }: TypedDataTreeProps) {
  return <Struct types={types} struct={struct} value={value} depth={0} />
}

type NodeProps = { types: Types; depth: number }

function Struct({ types, struct, value, depth }: NodeProps & { struct: string; value: TypedDataStruct }) {
  return (
    <KeyValueList>
      {(types[struct] ?? []).map(({ name, type }) => (
        <Field key={name} types={types} depth={depth} label={name} type={type} value={value[name]} />
      ))}
    </KeyValueList>
  )
}

type FieldProps = NodeProps & { label: string; type: string; value: TypedDataValue | undefined }

function Field({ types, depth, label, type, value }: FieldProps) {
  if (value === undefined) return null
  if (typeof value !== 'object') {
    const isLong = type === 'address' || (typeof value === 'string' && value.length > 18) || String(value).length > 24
    return (
      <KeyValue label={<bdi>{label}</bdi>} stacked={isLong}>
        <Atom type={type} value={value} />
      </KeyValue>
    )
  }
  const children = <Nested types={types} depth={depth + 1} type={type} value={value} />
  return (
    <KeyValue label={depth < openDepth ? <bdi>{label}</bdi> : ''} stacked>
      {depth < openDepth ? (
        <div className="wallet-nested">{children}</div>
      ) : (
        <Details summary={<bdi>{label}</bdi>}>
          <div className="wallet-nested">{children}</div>
        </Details>
      )}
    </KeyValue>
  )
}

type NestedProps = NodeProps & { type: string; value: readonly TypedDataValue[] | TypedDataStruct }

function Nested({ types, depth, type, value }: NestedProps) {
  if (isList(value)) return <List types={types} depth={depth} itemType={type.replace(/\[\d*\]$/, '')} items={value} />
  return <Struct types={types} struct={type} value={value} depth={depth} />
}

type ListProps = NodeProps & { itemType: string; items: readonly TypedDataValue[] }

function List({ types, depth, itemType, items }: ListProps) {
  const [shown, setShown] = useState(page)
  if (items.length === 0) return <>{t('none')}</>
  return (
    <>
      <KeyValueList>
        {items.slice(0, shown).map((item, index) => (
          <Field key={index} types={types} depth={depth} label={String(index + 1)} type={itemType} value={item} />
        ))}
      </KeyValueList>
      {items.length > shown && (
        <Link onClick={() => setShown(shown + page)}>{t('showMore', { count: items.length - shown })}</Link>
      )}
    </>
  )
}

const isList = (value: readonly TypedDataValue[] | TypedDataStruct): value is readonly TypedDataValue[] =>
  Array.isArray(value)

function Atom({ type, value }: { type: string; value: string | boolean | bigint }) {
  if (type === 'address') return <Address address={String(value)} form="full" />
  if (type === 'string') return <bdi className="wallet-text">{visibleText(String(value))}</bdi>
  if (type.startsWith('bytes')) return <code className="wallet-code">{String(value)}</code>
  return <bdi dir="ltr">{String(value)}</bdi>
}
