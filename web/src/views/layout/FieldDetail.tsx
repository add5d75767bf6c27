/** A field in words: its place, who touches it, and what it and its struct are for. */
import '../../base/messages/en/layout.ts';
import { useMessages } from '../../ui/messages.tsx';
import { type FieldAbout, fieldAbout, type StructAbout, structAbout } from '../../viewmodel/layout/about.ts';
import type { FieldUse } from '../../viewmodel/layout/effect.ts';
import { shortName } from '../../viewmodel/layout/layout.ts';
import type { PlacedLayout } from '../../viewmodel/layout/place.ts';

interface FieldDetailProps {
  readonly field: string | null;
  readonly placed: PlacedLayout;
  readonly uses: ReadonlyMap<string, FieldUse>;
  /** The engine's own fields: their names mean what the engine means by them. */
  readonly isReplay: boolean;
  /** Its counts are of an earlier layout or machine: they are left out. */
  readonly isOld: boolean;
  /** Without what it and its struct are for. */
  readonly isShort: boolean;
}

export function FieldDetail({ field, placed, uses, isReplay, isOld, isShort }: FieldDetailProps) {
  const { t } = useMessages();
  const home = placed.structs.find(({ fields }) => fields.some((one) => one.field.name === field));
  const own = home?.fields.find((one) => one.field.name === field);
  if (field === null || home === undefined || own === undefined) return <p>{t('layout.detail.none')}</p>;
  const use = uses.get(field);
  const struct = home.struct.name;
  const hasAbout = isReplay && !isShort;
  const about: FieldAbout | null = hasAbout ? fieldAbout(field) : null;
  const ofStruct: StructAbout | null = hasAbout ? structAbout(struct) : null;
  const isTable = !isReplay;
  const used = use === undefined ? t('layout.detail.unused') : t('layout.detail.use', { ...use, isTable });
  return (
    <p>
      <b>{shortName(field)}</b>
      {t('layout.detail.field', {
        about: about === null ? null : t(about),
        place: t('layout.detail.place', { struct, bytes: own.field.size, from: own.at - home.at }),
        use: isOld ? t('layout.detail.replaying') : used,
      })}{' '}
      {ofStruct !== null && (
        <>
          <b>{struct}</b>
          {t('layout.detail.struct', { about: t(ofStruct) })}
        </>
      )}
    </p>
  );
}
