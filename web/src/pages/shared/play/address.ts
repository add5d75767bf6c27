/** The Playground's part of an address: the spec, its rules, the branches, the cursor's position and the choices. */
import { DESIGN_IDS } from '../../../base/designs.ts';
import type { Messages } from '../../../base/messages/index.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { AddressCodec, Params } from '../../../ui/page.tsx';
import { PLAY_RULES, type PlayAddress } from '../../../viewmodel/addresses.ts';
import { isPlaybackText, MAX_MOVES } from '../../../viewmodel/stage/playback.ts';

const ID = /^[a-z0-9][a-z0-9-]{0,99}$/;
const PACKED = /^[A-Za-z0-9_-]+$/;
const ROW = /^(.{1,63})\.(\d{1,7})\.(\d{1,5})$/u;
const MAX_BLOCK = 9_999_999;
const MAX_XID = 2 ** 32 - 1;

/** `text` is a whole number from `min` to `max`. */
function whole(text: string, min: number, max: number): number | undefined {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}

function parsePlay(params: Params, { t }: Messages): Result<PlayAddress, string> {
  const faults: string[] = [];
  /** Reads one parameter; a missing one is not a fault. */
  const read = <T>(name: string, want: () => string, parse: (text: string) => T | undefined): T | undefined => {
    const text = params[name];
    if (text === undefined) return undefined;
    const value = parse(text);
    if (value === undefined) faults.push(t('shell.badAddress.param', { name, text: text.slice(0, 80), want: want() }));
    return value;
  };
  const number = (name: string, min: number, max: number): number | undefined =>
    read(
      name,
      () => t('stage.want.number', { min, max }),
      (text) => whole(text, min, max),
    );
  const name = (text: string): string | undefined => (text.length >= 1 && text.length <= 63 ? text : undefined);

  const spec = read(
    'spec',
    () => t('stage.want.spec'),
    (text) => (ID.test(text) ? text : undefined),
  );
  const packed = read(
    'text',
    () => t('stage.want.packed'),
    (text) => (PACKED.test(text) ? text : undefined),
  );
  const rules = read(
    'pg',
    () => PLAY_RULES.join(', '),
    (text) => PLAY_RULES.find((one) => String(one) === text),
  );
  const design = read(
    'design',
    () => DESIGN_IDS.join(', '),
    (text) => DESIGN_IDS.find((one) => one === text),
  );
  const permutation = number('perm', 0, 1_000_000);
  const moves = read(
    'moves',
    () => t('stage.want.moves'),
    (text) => (isPlaybackText(text) ? text : undefined),
  );
  const branch = number('branch', 0, 999);
  const tick = number('at', 0, MAX_MOVES);
  const table = read('table', () => t('stage.want.name'), name);
  const block = number('block', 0, MAX_BLOCK);
  const session = read('session', () => t('stage.want.name'), name);
  const tuple = read(
    'row',
    () => t('stage.want.row'),
    (text) => {
      const [, of, at, offset] = ROW.exec(text) ?? [];
      return of === undefined ? undefined : { table: of, block: Number(at), offset: Number(offset) };
    },
  );
  const xid = number('xid', 1, MAX_XID);
  const [fault] = faults;
  if (fault !== undefined) return err(fault);
  const source =
    packed !== undefined
      ? ({ kind: 'text', packed } as const)
      : spec === undefined
        ? undefined
        : ({ kind: 'shipped', id: spec } as const);
  const all = { source, rules, design, permutation, moves, branch, tick, table, block, session, tuple, xid };
  return ok(Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)));
}

function formatPlay(address: PlayAddress): Record<string, string> {
  const { source, rules, design, permutation, moves, branch, tick, table, block, session, tuple, xid } = address;
  const all: Readonly<Record<string, string | number | undefined>> = {
    spec: source?.kind === 'shipped' ? source.id : undefined,
    text: source?.kind === 'text' ? source.packed : undefined,
    pg: rules,
    design,
    perm: permutation,
    moves,
    branch,
    at: tick,
    table,
    block,
    session,
    row: tuple === undefined ? undefined : `${tuple.table}.${tuple.block}.${tuple.offset}`,
    xid,
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

export const address: AddressCodec<PlayAddress> = { parse: parsePlay, format: formatPlay };
