# The same in readers of Python: `READER STATEMENTS WORK`. Those without an SQL of their own read the tables, and DuckDB
# asks what they read.
import datetime
import decimal
import json
import shutil
import sys
from pathlib import Path

tables = ["sightings", "stats", "attachments", "details", "breakdowns", "url_chain", "pages", "creative_group", "changes"]
reader, statements, work = sys.argv[1:]


def plain(value):
    if isinstance(value, datetime.datetime):
        return value.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, decimal.Decimal) or (isinstance(value, int) and not isinstance(value, bool)):
        return str(value)
    return value


def parts(folder, table):
    return sorted(str(path) for path in (folder / table).rglob("*.parquet"))


def in_duckdb(read):
    def opened(folder):
        import duckdb

        connection = duckdb.connect()
        connection.execute("set timezone = 'UTC'")
        for table in tables:
            connection.register(table, read(folder, table))
        return lambda sql: connection.sql(sql).to_arrow_table()

    return opened


@in_duckdb
def pandas(folder, table):
    import pandas as pd
    import pyarrow as pa
    import pyarrow.dataset

    # pandas takes the columns of the first file: those that a newer version added have to be named.
    dataset = pa.dataset.dataset(folder / table, partitioning="hive")
    schema = pa.unify_schemas([dataset.schema, *(part.physical_schema for part in dataset.get_fragments())])
    read = pd.read_parquet(folder / table, schema=schema, dtype_backend="pyarrow")
    return pa.Table.from_pandas(read.astype({"platform": "str", "month": "str"}))


@in_duckdb
def polars(folder, table):
    import polars as pl

    options = {"hive_partitioning": True, "try_parse_hive_dates": False}
    scans = [pl.scan_parquet(part, **options) for part in parts(folder, table)]
    return pl.concat(scans, how="diagonal").collect().to_arrow()


def datafusion(folder):
    import pyarrow as pa
    from datafusion import SessionContext

    context = SessionContext()
    hive = [("platform", pa.string()), ("month", pa.string())]
    for table in tables:
        context.register_parquet(table, str(folder / table), table_partition_cols=hive)
    return lambda sql: context.sql(sql).to_arrow_table()


def delta(folder):
    import pyarrow as pa
    from deltalake import DeltaTable, Field, QueryBuilder, Schema, convert_to_deltalake

    asked = QueryBuilder()
    hive = Schema([Field(name, "string") for name in ["platform", "month"]])
    # Its log is in the table's folder.
    copy = Path(work, folder.name)
    shutil.copytree(folder, copy)
    for table in tables:
        convert_to_deltalake(str(copy / table), partition_by=hive, partition_strategy="hive")
        asked = asked.register(table, DeltaTable(str(copy / table)))
    return lambda sql: pa.table(asked.execute(sql).read_all())


@in_duckdb
def iceberg(folder, table):
    import duckdb
    import pyarrow as pa
    import pyarrow.parquet as pq
    from pyiceberg.catalog.sql import SqlCatalog

    place = Path(work, folder.name)
    place.mkdir(parents=True, exist_ok=True)
    catalog = SqlCatalog("test", uri=f"sqlite:///{place}/catalog.db", warehouse=f"file://{place}")
    catalog.create_namespace_if_not_exists("ads")
    files = parts(folder, table)
    registered = catalog.create_table(f"ads.{table}", pa.unify_schemas([pq.read_schema(part) for part in files]))
    registered.add_files(files)
    read = registered.scan().to_arrow()
    platform = "search_platform" if table == "pages" else "ad_platform"
    month = "strftime(received_at, '%Y-%m')"
    connection = duckdb.connect()
    connection.execute("set timezone = 'UTC'")
    return connection.sql(f"select *, {platform} as platform, {month} as month from read").to_arrow_table()


opened = {"pandas": pandas, "polars": polars, "datafusion": datafusion, "delta": delta, "iceberg": iceberg}[reader]
found = {}
for name, wanted in json.loads(Path(statements).read_text()).items():
    ask = opened(Path(name))
    found[name] = {
        statement: [[plain(cell) for cell in row.values()] for row in ask(sql).to_pylist()]
        for statement, sql in wanted.items()
    }
print(json.dumps(found))
