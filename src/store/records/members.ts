// The members of records, each declared once: the form in which a record is stored and the shape that `windrow check` holds it to
// both come of them. Imported as `is`: `userId: is.id`.
import type * as z from 'zod'
import { asList, type Form } from '../file/record.ts'

/** zod is passed to members, because only a check loads it. */
export type Zod = typeof z

/** What a value must be. */
export type Member<T> = (zod: Zod) => z.ZodType<T>

/** What a member must be that a record may be without. */
type Maybe<T> = Member<T> & { readonly mayBeAbsent: true }

/** What a member must be that no record is without: `maybe` made none of these. */
type Certain<T> = Member<T> & { readonly mayBeAbsent?: never }

/** One for each member of T, and those that T may be without made by `maybe`. */
export type Members<T> = {
  readonly [Name in keyof T & string]: object extends Pick<T, Name> ? Maybe<Required<T>[Name]> : Certain<T[Name]>
}

type MaybeNames<M> = { [Name in keyof M]: M[Name] extends { readonly mayBeAbsent: true } ? Name : never }[keyof M]
type ValueOf<M> = M extends Member<infer T> ? T : never

/** The type of a record with these members. */
export type RecordOf<M> = { readonly [Name in Exclude<keyof M, MaybeNames<M>>]: ValueOf<M[Name]> } & {
  readonly [Name in MaybeNames<M>]?: ValueOf<M[Name]>
}

/** A record's form and shape. Stored records depend on the order of the members: a new one goes to the end. */
export const stored = <T extends object>(members: Members<T>): { form: Form<T>; shape: Member<T> } => ({
  form: asList(Object.keys(members) as (keyof T)[]),
  shape: whole(members as Record<string, Member<unknown>>) as Member<T>,
})

/** The members for zod, which makes other shapes of them. */
export const shapesOf = <M extends Readonly<Record<string, Member<unknown>>>>(members: M, zod: Zod) =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, member(zod)])) as {
    readonly [Name in keyof M]: z.ZodType<ValueOf<M[Name]>>
  }

/** An object with these members, and no others. */
export const whole =
  <M extends Readonly<Record<string, Member<unknown>>>>(members: M): Member<RecordOf<M>> =>
  (zod) =>
    zod.strictObject(shapesOf(members, zod)) as z.ZodType as z.ZodType<RecordOf<M>>

export const id: Member<number> = (zod) => zod.int().min(1).max(0xffff_ffff)
export const time: Member<number> = (zod) => zod.int().min(0).max(8_640_000_000_000_000)
export const count: Member<number> = (zod) => zod.int().min(0)
export const hash: Member<string> = (zod) => zod.string().regex(/^[0-9a-f]{64}$/)
export const rowId: Member<string> = (zod) => zod.string().regex(/^[0-9a-f]{16}$/)
export const flag: Member<boolean> = (zod) => zod.boolean()
export const text: Member<string> = (zod) => zod.string()
/** A text that is not empty. */
export const words: Member<string> = (zod) => zod.string().min(1)

export const textThat =
  (holds: (said: string) => boolean): Member<string> =>
  (zod) =>
    zod.string().refine(holds)

export const oneOf =
  <T extends string>(values: readonly T[]): Member<T> =>
  (zod) =>
    zod.enum(values)

export const orNull =
  <T>(member: Member<T>): Member<T | null> =>
  (zod) =>
    member(zod).nullable()

export const listOf =
  <T>(member: Member<T>): Member<readonly T[]> =>
  (zod) =>
    zod.array(member(zod))

/** A list that is not empty. */
export const someOf =
  <T>(member: Member<T>): Member<readonly T[]> =>
  (zod) =>
    zod.array(member(zod)).min(1)

/** Absent, but never undefined. */
export const maybe = <T>(member: Member<T>): Maybe<T> =>
  Object.assign((zod: Zod) => zod.exactOptional(member(zod)), { mayBeAbsent: true } as const)
