import type { RegisteredName } from '@latchkey/api-client'
import { etherCoinType, evmCoinType } from '@latchkey/chains'
import type { Sql } from '@latchkey/service-kit/db/database'
import * as z from 'zod/mini'
import { type NameZone, skeletonOf } from './zoneRules.ts'

/** A name that an account holds in a zone. */
export type ZoneName = {
  /** The zone's parent. */
  zone: string
  label: string
  /** EIP-55. */
  address: string
  /** ENSIP-11: the chain on which the account's contract has signed; null where its key has, which is the account's on every EVM chain. */
  coinType: number | null
  attributes: Readonly<Record<string, string>>
  registeredAt: Date
}

type Row = {
  zone: string
  label: string
  address: string
  coin_type: string | number | null
  attributes: unknown
  registered_at: Date
}
const attributes = z.record(z.string(), z.string())
const toName = ({ zone, label, address, coin_type: coinType, attributes: kept, registered_at: at }: Row): ZoneName => ({
  zone,
  label,
  address,
  coinType: coinType === null ? null : Number(coinType),
  attributes: z.parse(attributes, kept),
  registeredAt: at,
})

/** Returns the name of a label that an account holds; null for one that is free or released. */
export async function findZoneName(sql: Sql, zone: string, label: string): Promise<ZoneName | null> {
  const [row] = await sql<Row>`
    SELECT zone, label, address, coin_type, attributes, registered_at FROM zone_names
    WHERE zone = ${zone} AND label = ${label} AND address IS NOT NULL`
  return row === undefined ? null : toName(row)
}

/** Returns the name that an account holds in a zone, or null. `address`: EIP-55. */
export async function findNameOfAddress(sql: Sql, zone: string, address: string): Promise<ZoneName | null> {
  const [row] = await sql<Row>`
    SELECT zone, label, address, coin_type, attributes, registered_at FROM zone_names
    WHERE zone = ${zone} AND address = ${address}`
  return row === undefined ? null : toName(row)
}

/**
 * Returns those of the labels that are held, were released too recently, or look like one that is; below the legacy parent only those of
 * other accounts than `owner`.
 */
export async function findTaken(
  sql: Sql,
  { parent, legacyParent = '' }: NameZone,
  labels: readonly string[],
  owner = '',
): Promise<ReadonlySet<string>> {
  const skeletons = JSON.stringify(labels.map(skeletonOf))
  const rows = await sql<{ skeleton: string }>`
    SELECT skeleton FROM zone_names
    WHERE skeleton IN (SELECT jsonb_array_elements_text(${skeletons}::text::jsonb))
    AND (zone = ${parent} OR (zone = ${legacyParent} AND (address IS NULL OR lower(address) <> ${owner.toLowerCase()})))`
  const found = new Set(rows.map(({ skeleton }) => skeleton))
  return new Set(labels.filter((label) => found.has(skeletonOf(label))))
}

/** Returns false, and changes nothing, where the label or one like it is taken, or the account holds another name in the zone. */
export async function insertZoneName(sql: Sql, name: ZoneName): Promise<boolean> {
  const { zone, label, address, coinType, registeredAt } = name
  const rows = await sql`
    INSERT INTO zone_names (zone, label, skeleton, address, coin_type, attributes, registered_at)
    VALUES (${zone}, ${label}, ${skeletonOf(label)}, ${address}, ${coinType}, ${JSON.stringify(name.attributes)}::text::jsonb, ${registeredAt})
    ON CONFLICT DO NOTHING RETURNING 1`
  return rows.length === 1
}

/** Returns the names that accounts hold after one of them, in the order of zone and label. */
export async function readZoneNames(sql: Sql, after: ZoneName | null, maxRows: number): Promise<ZoneName[]> {
  const rows = await sql<Row>`
    SELECT zone, label, address, coin_type, attributes, registered_at FROM zone_names
    WHERE address IS NOT NULL AND (zone, label) > (${after?.zone ?? ''}, ${after?.label ?? ''})
    ORDER BY zone, label LIMIT ${maxRows}`
  return rows.map(toName)
}

/** Takes a name from its account, and keeps the label from others until retention removes the row. Returns false where no account holds it. */
export async function releaseZoneName(sql: Sql, zone: string, label: string, now: Date): Promise<boolean> {
  const rows = await sql`
    UPDATE zone_names SET address = NULL, coin_type = NULL, attributes = '{}'::jsonb, released_at = ${now}
    WHERE zone = ${zone} AND label = ${label} AND address IS NOT NULL RETURNING 1`
  return rows.length === 1
}

/** Returns the coin types of a name's EVM address (ENSIP-11): Ethereum's and the default one of all EVM chains, or that of one chain. */
const coinTypesOf = (coinType: number | null): readonly number[] =>
  coinType === null ? [etherCoinType, evmCoinType] : [coinType]

export const toRegisteredName = (name: ZoneName): RegisteredName => {
  const at = name.registeredAt.toISOString()
  return {
    name: `${name.label}.${name.zone}`,
    registered_at: at,
    updated_at: null,
    addresses: Object.fromEntries(
      coinTypesOf(name.coinType).map((type) => [String(type), { address: name.address, created_at: at }]),
    ),
    attributes: { ...name.attributes },
  }
}
