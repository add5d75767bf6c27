/** The Playground's part of an address: the spec, its rules, the branches, the cursor's position and the choices. */
import '../../../base/messages/en/stage-figure.ts';
import { DESIGN_IDS, type DesignId } from '../../../base/designs.ts';
import { err, ok } from '../../../base/result.ts';
import type { AddressCodec } from '../../../ui/page.tsx';
import { PLAY_RULES, type PlayAddress, type PlayRules } from '../../../viewmodel/addresses.ts';
import { isPlaybackText, MAX_MOVES } from '../../../viewmodel/stage/playback.ts';
import type { TupleRef } from '../../../viewmodel/stage/selection.ts';
import { matching, oneOfThese, param, readParams, wholeNumber, writeParams } from '../params.ts';

interface PlayParams {
  spec: string;
  text: string;
  pg: PlayRules;
  design: DesignId;
  perm: number;
  moves: string;
  branch: number;
  at: number;
  table: string;
  block: number;
  session: string;
  row: TupleRef;
  xid: number;
  depth: 'rows' | 'ids';
}

const ROW = /^(.{1,63})\.(\d{1,7})\.(\d{1,5})$/u;
const name = param('stage.want.name', (text) => (text.length >= 1 && text.length <= 63 ? text : undefined));

const KINDS = {
  spec: matching(/^[a-z0-9][a-z0-9-]{0,99}$/, 'stage.want.spec'),
  text: matching(/^[A-Za-z0-9_-]+$/, 'stage.want.packed'),
  pg: oneOfThese(PLAY_RULES),
  design: oneOfThese(DESIGN_IDS),
  perm: wholeNumber(0, 1_000_000),
  moves: param('stage.want.moves', (text) => (isPlaybackText(text) ? text : undefined)),
  branch: wholeNumber(0, 999),
  at: wholeNumber(0, MAX_MOVES),
  table: name,
  block: wholeNumber(0, 9_999_999),
  session: name,
  row: param('stage.want.row', (text) => {
    const [, table, block, offset] = ROW.exec(text) ?? [];
    return table === undefined ? undefined : { table, block: Number(block), offset: Number(offset) };
  }),
  xid: wholeNumber(1, 2 ** 32 - 1),
  depth: oneOfThese(['rows', 'ids'] as const),
};

export const address: AddressCodec<PlayAddress> = {
  parse: (params, messages) => {
    const read = readParams<PlayParams>(KINDS, params, messages);
    if (!read.ok) return read;
    const { spec, text, pg, perm, at, row, ...same } = read.value;
    if (spec !== undefined && text !== undefined) return err(messages.t('stage.want.oneScenario'));
    return ok({
      ...same,
      ...(text !== undefined
        ? { source: { kind: 'text', packed: text } }
        : spec !== undefined && { source: { kind: 'shipped', id: spec } }),
      ...(pg !== undefined && { rules: pg }),
      ...(perm !== undefined && { permutation: perm }),
      ...(at !== undefined && { tick: at }),
      ...(row !== undefined && { tuple: row }),
    });
  },
  format: ({
    source,
    rules: pg,
    permutation: perm,
    tick: at,
    tuple,
    design,
    moves,
    branch,
    table,
    block,
    session,
    xid,
    depth,
  }) =>
    writeParams({
      spec: source?.kind === 'shipped' ? source.id : undefined,
      text: source?.kind === 'text' ? source.packed : undefined,
      pg,
      design,
      perm,
      moves,
      branch,
      at,
      table,
      block,
      session,
      row: tuple === undefined ? undefined : `${tuple.table}.${tuple.block}.${tuple.offset}`,
      xid,
      depth,
    }),
};
