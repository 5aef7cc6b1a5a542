# The same in Spark, with two executors in processes of their own: `STATEMENTS WAREHOUSE`. Tells how many executors there were.
import datetime
import decimal
import json
import sys
from pathlib import Path

from pyspark.sql import SparkSession

statements = json.loads(Path(sys.argv[1]).read_text())
spark = (
    SparkSession.builder.master("local-cluster[2,1,2048]")
    .config("spark.ui.enabled", "false")
    .config("spark.sql.shuffle.partitions", "4")
    .config("spark.scheduler.minRegisteredResourcesRatio", "1.0")
    .config("spark.scheduler.maxRegisteredResourcesWaitingTime", "60s")
    .config("spark.sql.warehouse.dir", sys.argv[2])
    .getOrCreate()
)
spark.sparkContext.setLogLevel("ERROR")


def plain(value):
    if isinstance(value, datetime.datetime):
        return value.isoformat(timespec="milliseconds") + "Z"
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, decimal.Decimal) or (isinstance(value, int) and not isinstance(value, bool)):
        return str(value)
    return value


found = {}
for folder, wanted in statements.items():
    for view in Path(folder, "queries/views.spark.sql").read_text().split(";\n"):
        # They are meant to be run from the dataset's folder.
        if view.strip():
            spark.sql(view.replace("(path '", f"(path '{folder}/"))
    found[folder] = {name: [[plain(cell) for cell in row] for row in spark.sql(sql).collect()] for name, sql in wanted.items()}
found["executors"] = spark.sparkContext._jsc.sc().getExecutorMemoryStatus().size() - 1
print(json.dumps(found))
spark.stop()
