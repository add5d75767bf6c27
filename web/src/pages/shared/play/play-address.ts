/** The Playground's state and its address: each from the other. Pure. */
import type { CompiledSpec } from '../../../engine/spec/spec-compile.ts';
import type { PlayAddress, PlaySource } from '../../../viewmodel/addresses.ts';
import { seek, startPlayback } from '../../../viewmodel/stage/playback.ts';
import { formatBranches, parseBranches } from '../../../viewmodel/stage/playback-text.ts';
import { planOf } from './play-moves.ts';
import { DEFAULT_RULES, type PlayState } from './play-state.ts';

/** Leaves out everything that has its initial value. */
export function addressOf(state: PlayState): PlayAddress {
  const { source, rules, design, permutation, plan, playback, table, block, selection } = state;
  const moves = formatBranches(playback, plan);
  const { session, tuple, xid } = selection;
  return {
    ...(source === null ? {} : { source }),
    ...(rules === DEFAULT_RULES ? {} : { rules }),
    ...(design === null ? {} : { design }),
    ...(permutation === 1 ? {} : { permutation }),
    ...(moves === 'p' || (moves === '' && plan.length === 0) ? {} : { moves }),
    ...(playback.current === 0 ? {} : { branch: playback.current }),
    ...(playback.tick === 0 ? {} : { tick: playback.tick }),
    ...(table === null ? {} : { table }),
    ...(block === 0 ? {} : { block }),
    ...(session === null ? {} : { session }),
    ...(tuple === null ? {} : { tuple }),
    ...(xid === null ? {} : { xid }),
  };
}

/** Whether the engine already has this spec open, under these rules and this design. */
export function isOpen(
  { source: open, rules: now, design: chosen }: Pick<PlayState, 'source' | 'rules' | 'design'>,
  source: PlaySource,
  { rules = DEFAULT_RULES, design }: Pick<PlayAddress, 'rules' | 'design'>,
): boolean {
  if (open === null || rules !== now || (design ?? null) !== chosen) return false;
  return source.kind === 'shipped'
    ? open.kind === 'shipped' && open.id === source.id
    : open.kind === 'text' && open.packed === source.packed;
}

type Place = Pick<PlayState, 'permutation' | 'plan' | 'playback' | 'table' | 'block' | 'selection'>;

/**
 * The position in a spec that an address names.
 * @returns also whether its moves fit the spec; if they do not, the plan's moves replace them
 */
export function placeOf(compiled: CompiledSpec, address: PlayAddress): Place & { readonly movesFit: boolean } {
  const permutation = address.permutation ?? 1;
  const plan = planOf(compiled, permutation);
  const started = startPlayback(plan);
  const { session = null, tuple = null, xid = null, moves } = address;
  const branches = moves === undefined ? started.branches : parseBranches(moves, plan, compiled.spec.steps.length);
  const isKnown = compiled.spec.sessions.some(({ name }) => name === session);
  return {
    movesFit: branches !== null,
    permutation,
    plan,
    playback: seek(branches === null ? started : { ...started, branches }, address.tick ?? 0, address.branch ?? 0),
    table: address.table ?? tuple?.table ?? null,
    block: address.block ?? tuple?.block ?? 0,
    selection: { session: isKnown ? session : null, tuple, xid },
  };
}
