"""The routes of the toolbox: tools, compositions, media, and the API's own description; last, everything that is not a route."""

from django.urls import path, re_path
from drf_spectacular.views import SpectacularAPIView

from tools.api import assets, compositions, files, interchange, transcripts, uploads
from tools.api.docs import docs
from tools.api.missing import NoRoute
from tools.api.tools import Tools

urlpatterns = [
    path("agent/tools", Tools.as_view(), name="api-tools"),
    path("compositions", compositions.Compositions.as_view(), name="api-compositions"),
    path("compositions/import", interchange.ImportTimeline.as_view(), name="api-import-timeline"),
    path("compositions/<str:id>", compositions.CompositionRead.as_view(), name="api-composition"),
    path("compositions/<str:id>/history", compositions.CompositionHistory.as_view(), name="api-history"),
    path("compositions/<str:id>/evaluate", compositions.Evaluate.as_view(), name="api-evaluate"),
    path("compositions/<str:id>/undo", compositions.Undo.as_view(), name="api-undo"),
    path("compositions/<str:id>/redo", compositions.Redo.as_view(), name="api-redo"),
    path("compositions/<str:id>/export", interchange.Export.as_view(), name="api-export"),
    path("compositions/<str:id>/transcripts", transcripts.Transcripts.as_view(), name="api-transcripts"),
    path("compositions/<str:id>/package", interchange.Package.as_view(), name="api-package"),
    path("compositions/<str:id>/import", interchange.ImportCaptions.as_view(), name="api-import-captions"),
    path("uploads", uploads.Uploads.as_view(), name="api-uploads"),
    path("uploads/<str:id>", uploads.UploadDoor.as_view(), name="api-upload"),
    path("assets", assets.Assets.as_view(), name="api-assets"),
    path("assets/<str:id>", assets.AssetDoor.as_view(), name="api-asset"),
    path("assets/<str:id>/<str:what>", files.AssetFile.as_view(), name="api-asset-file"),
    path("renders", files.Renders.as_view(), name="api-renders"),
    path("renders/<str:id>", files.RenderFile.as_view(), name="api-render"),
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("docs/", docs, name="api-docs"),
    re_path(r"", NoRoute.as_view()),
]
