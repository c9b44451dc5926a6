import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { useTranslation } from "react-i18next";
import { grouped } from "@/lib/numbers";
import { DataTable, type RowProps, type TableProps, TableRow } from "../DataTable";
import { Icon } from "../Icon";
import css from "./ReorderTable.module.css";

interface Props<Row> extends TableProps<Row> {
  /** What a row is called, by the handle and to those who listen. */
  nameOf: (row: Row) => string;
  /** How many rows stand before the first of these. */
  before?: number;
  /** All there are, on every page. */
  total: number;
  /** From one place to another, 0 for the first of these rows. */
  onMove: (from: number, to: number) => void;
}

const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** A list whose rows are moved by their handles: dragged with a pointer, or by keys, and told while it happens. */
export function ReorderTable<Row>({ nameOf, before = 0, total, onMove, ...table }: Props<Row>) {
  const { t } = useTranslation("reorder");
  const { rows = [], rowKey } = table;
  const ids = rows.map(rowKey);
  const sensors = useSensors(
    // Not at the first touch: a click on the handle is no move.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const announcements = useAnnouncements({ ids, before, total, nameOf: (at) => nameOf(rows[at] as Row) });
  const draw = (props: RowProps<Row>) => (
    <MovableRow id={rowKey(props.row)} label={t("handle", { name: nameOf(props.row) })} {...props} />
  );
  function onDragEnd({ active, over }: DragEndEvent) {
    if (over && active.id !== over.id) onMove(ids.indexOf(active.id), ids.indexOf(over.id));
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upAndDown]}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t("instructions") } }}
      onDragEnd={onDragEnd}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <DataTable {...table} lead={{ head: <span className="hidden">{t("column")}</span>, row: draw, moves: true }} />
      </SortableContext>
    </DndContext>
  );
}

interface Told {
  ids: readonly UniqueIdentifier[];
  before: number;
  total: number;
  nameOf: (at: number) => string;
}
/** What is said while a row is moved: by its name, and its place among all there are. */
function useAnnouncements({ ids, before, total, nameOf }: Told): Announcements {
  const { t } = useTranslation("reorder");
  type Key = "pickedUp" | "over" | "dropped" | "putBack";
  function told(key: Key, row: UniqueIdentifier, at: UniqueIdentifier | undefined) {
    const place = ids.indexOf(at ?? row);
    const index = ids.indexOf(row);
    if (index < 0 || place < 0) return undefined;
    return t(key, { name: nameOf(index), place: grouped(before + place + 1), total: grouped(total) });
  }
  return {
    onDragStart: ({ active }) => told("pickedUp", active.id, undefined),
    onDragOver: ({ active, over }) => told("over", active.id, over?.id),
    onDragEnd: ({ active, over }) => told("dropped", active.id, over?.id),
    onDragCancel: ({ active }) => told("putBack", active.id, undefined),
  };
}

function MovableRow<Row>({ id, label, ...props }: RowProps<Row> & { id: UniqueIdentifier; label: string }) {
  const { t } = useTranslation("reorder");
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    attributes: { roleDescription: t("role") },
  });
  const style = { transform: CSS.Translate.toString(transform), transition };
  const handle = (
    <button
      type="button"
      ref={setActivatorNodeRef}
      className={css.handle}
      aria-label={label}
      {...attributes}
      {...listeners}
    >
      <Icon name="drag" />
    </button>
  );
  return (
    <TableRow
      {...props}
      lead={handle}
      frame={{ ...props.frame, ref: setNodeRef, style, ...(isDragging && { "data-moving": true }) }}
    />
  );
}
